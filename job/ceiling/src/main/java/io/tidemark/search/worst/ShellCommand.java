package io.tidemark.search.worst;

import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.process.WithheldVariables;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A command of the user's, run by a shell in a session of its own, so that a terminal's Ctrl-C does
 * not end it half done. It sees no secret of ours, and of what it prints only the end is kept.
 */
final class ShellCommand {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** A process that was killed, and what it prints, ends within this time. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(2);

  private static final int LAST_WORDS = 500;

  private final Process process;
  private final StringBuilder printed = new StringBuilder();
  private final Thread reader;

  private ShellCommand(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "hook-output");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * @param over asked again and again whether nobody waits for the command any longer; then it is
   *     killed
   * @return what went wrong, in words that follow the command; empty if it ended with 0 in time
   */
  static Optional<String> run(String command, Duration limit, BooleanSupplier over) {
    try {
      return new ShellCommand(start(command)).problem(limit, over);
    } catch (IOException e) {
      return Optional.of("could not be started: " + e.getMessage());
    }
  }

  private static Process start(String command) throws IOException {
    var line = new ArrayList<String>();
    if (OwnedProcess.onPath("setsid")) {
      line.add("setsid");
    }
    line.addAll(List.of("sh", "-c", command));
    var builder =
        new ProcessBuilder(line).redirectErrorStream(true).redirectInput(new File("/dev/null"));
    WithheldVariables.removeFrom(builder.environment());
    return builder.start();
  }

  /** Reads what the command prints to its end, because the command would wait otherwise. */
  private void read() {
    var bytes = new byte[8192];
    try (InputStream output = process.getInputStream()) {
      for (int length = output.read(bytes); length >= 0; length = output.read(bytes)) {
        keep(new String(bytes, 0, length, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // It was killed: what it printed until then is known.
    }
  }

  private synchronized void keep(String more) {
    printed.append(more);
    printed.delete(0, Math.max(0, printed.length() - LAST_WORDS));
  }

  private synchronized String kept() {
    return printed.toString().strip().replaceAll("\\s+", " ");
  }

  private Optional<String> problem(Duration limit, BooleanSupplier over) {
    boolean ended =
        Poll.until(limit, LOOK_AGAIN, () -> !process.isAlive() || over.getAsBoolean())
            && !process.isAlive();
    if (!ended) {
      kill();
      Poll.until(ENDS_WITHIN, LOOK_AGAIN, () -> !process.isAlive());
      return Optional.of(
          over.getAsBoolean()
              ? "was killed, as Tidemark had to end" + lastWords()
              : "did not end within %d s and was killed%s"
                  .formatted(limit.toSeconds(), lastWords()));
    }
    return process.exitValue() == 0
        ? Optional.empty()
        : Optional.of("ended with exit code %d%s".formatted(process.exitValue(), lastWords()));
  }

  /**
   * Kills the shell before what it has started: a shell whose child was killed goes on with its
   * next command. Its process group ends at once, so nothing that it starts meanwhile is missed.
   */
  private void kill() {
    List<ProcessHandle> descendants = process.descendants().toList();
    killGroup();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
  }

  /** Kills the shell's process group; without setsid the shell leads none, and nothing happens. */
  private void killGroup() {
    try {
      new ProcessBuilder("sh", "-c", "kill -s KILL -- -" + process.pid())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor(ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      // The processes that are known are killed one by one.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the end of what it printed. A process that it leaves running may hold its output open
   * for ever, so that is not waited for.
   */
  private String lastWords() {
    Poll.until(ENDS_WITHIN, LOOK_AGAIN, () -> !reader.isAlive());
    String words = kept();
    return words.isEmpty() ? "" : ": " + words;
  }
}
