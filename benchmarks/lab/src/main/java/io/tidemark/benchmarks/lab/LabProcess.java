package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.lab.part.Leftovers;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.testing.JavaCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs {@link LabChild} for a limited time, and leaves nothing of it behind. */
final class LabProcess {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private static volatile OwnedProcess current;

  private LabProcess() {}

  /** Ends the running child, because this process ends. */
  static void endCurrent() {
    OwnedProcess running = current;
    if (running != null) {
      running.close();
    }
  }

  /**
   * The end of a child.
   *
   * @param file file with its result; empty if it wrote none
   * @param problem why it wrote none
   */
  record Ended(Optional<Path> file, OwnedProcess process, String problem) implements AutoCloseable {
    @Override
    public void close() {
      process.close();
      current = null;
      Leftovers.clean();
    }
  }

  /**
   * @param arguments arguments before the file
   * @param more arguments after the file
   */
  static Ended run(
      Path root,
      List<String> arguments,
      List<String> more,
      Duration limit,
      Consumer<String> progress) {
    Path folder = OwnedProcess.newFolder("lab-child");
    Path file = folder.resolve("result.json");
    var all = new ArrayList<>(arguments);
    all.add(file.toString());
    all.addAll(more);
    var child =
        OwnedProcess.start(
            folder,
            "TERM",
            JavaCommand.of(
                LabChild.class,
                List.of("-Xmx1g", "-Xlog:disable", "-Dtidemark.root=" + root),
                all));
    current = child;
    var told = new int[1];
    boolean ended =
        Poll.until(
            limit,
            LOOK_AGAIN,
            () -> {
              boolean gone = !child.process().isAlive();
              List<String> lines = child.log().lines().toList();
              lines.stream().skip(told[0]).forEach(line -> progress.accept("  " + line));
              told[0] = lines.size();
              return gone;
            });
    if (Files.exists(file)) {
      return new Ended(Optional.of(file), child, "");
    }
    String problem =
        ended
            ? "it ended early; its log: " + child.logEnds()
            : "it did not end within %d s; its log: %s"
                .formatted(limit.toSeconds(), child.logEnds());
    return new Ended(Optional.empty(), child, problem);
  }
}
