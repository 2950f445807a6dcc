package io.tidemark.benchmarks.lab.part;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.RunException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Flink session cluster, as {@code deploy/session/session} starts it: a JobManager and several
 * TaskManagers with one slot each. Its processes outlive the process that started them, so its
 * folder's name says which that was.
 */
final class Session implements AutoCloseable {
  static final String KIND = "session";
  private static final String SCRIPT = "deploy/session/session";

  private final Path root;
  private final Path folder = Path.of(System.getProperty("java.io.tmpdir"), LabName.next(KIND));
  private final String url;

  /**
   * @param root folder of the repository
   * @param pagesPort first port for the processes' metrics pages; 0 for none
   */
  Session(Path root, int taskManagers, int pagesPort) {
    this.root = root;
    try {
      String printed =
          Programs.run(
              "env",
              "TIDEMARK_SKIP_BUILD=1",
              root.resolve(SCRIPT).toString(),
              "start",
              "--dir",
              folder.toString(),
              "--taskmanagers",
              Integer.toString(taskManagers),
              "--slots",
              "1",
              "--prometheus-port",
              Integer.toString(pagesPort),
              "-D",
              "metrics.fetcher.update-interval=1000");
      url = printed.lines().filter(line -> line.startsWith("http")).findFirst().orElseThrow();
    } catch (RuntimeException e) {
      stop(root, folder);
      throw e;
    }
  }

  /** Returns the address of the cluster's REST API. */
  String url() {
    return url;
  }

  List<LinuxProcess> processes() {
    var processes = new ArrayList<LinuxProcess>();
    try (Stream<Path> files = Files.list(folder.resolve("pids"))) {
      for (Path file : files.toList()) {
        processes.add(new LinuxProcess(Long.parseLong(Files.readString(file).split(" ")[0])));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return processes;
  }

  /** Ends whatever runs of the cluster, and removes its folder. */
  static void stop(Path root, Path folder) {
    try {
      Programs.run(root.resolve(SCRIPT).toString(), "stop", "--dir", folder.toString());
    } catch (RunException e) {
      // The cluster had not started.
    }
    Programs.run("rm", "-rf", "--one-file-system", folder.toString());
  }

  @Override
  public void close() {
    stop(root, folder);
  }
}
