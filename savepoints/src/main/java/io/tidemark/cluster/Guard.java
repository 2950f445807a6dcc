package io.tidemark.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A temporary folder, and perhaps a process that works in it, which vanish with this process
 * however it ends.
 *
 * <p>A small shell waits at the other end of a pipe: a line in it ends the process in an orderly
 * way ({@link #endProcess}); when the pipe closes, because {@link #close} was called or because
 * this process was killed, it ends the process and removes the folder. It runs in a session of its
 * own, so that a terminal's Ctrl-C does not end a database before the job's last writes.
 */
public final class Guard implements AutoCloseable {
  private static final String SCRIPT =
      """
      folder=$1; shift
      if [ $# -gt 0 ]; then "$@" >"$folder/log" 2>&1 </dev/null & child=$!; fi
      while read -r order; do
        if [ -n "$child" ]; then kill -TERM "$child"; wait "$child"; child=; fi 2>/dev/null
        : >"$folder/ended"
      done
      if [ -n "$child" ]; then kill -KILL "$child"; wait "$child"; fi 2>/dev/null
      rm -rf "$folder"
      """;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Path folder;
  private final Process shell;

  private Guard(Path folder, Process shell) {
    this.folder = folder;
    this.shell = shell;
  }

  /** A new folder named {@code tidemark-<purpose>-…} among the system's temporary files. */
  public static Guard folder(String purpose) {
    return start(newFolder(purpose), List.of());
  }

  /** Starts the command; what it prints goes to file {@code log} in the folder. */
  public static Guard start(Path folder, List<String> command) {
    var line = new ArrayList<String>();
    if (onPath("setsid")) {
      line.add("setsid");
    }
    line.addAll(List.of("sh", "-c", SCRIPT, "tidemark-guard", folder.toString()));
    line.addAll(command);
    try {
      var shell =
          new ProcessBuilder(line)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new Guard(folder, shell);
    } catch (IOException e) {
      throw new UncheckedIOException("can't start a shell: " + e.getMessage(), e);
    }
  }

  public static Path newFolder(String purpose) {
    try {
      return Files.createTempDirectory("tidemark-" + purpose + "-");
    } catch (IOException e) {
      throw new UncheckedIOException("can't make a temporary folder: " + e.getMessage(), e);
    }
  }

  /** Whether a program of that name can be started. */
  public static boolean onPath(String program) {
    String path = System.getenv("PATH");
    return path != null
        && Stream.of(path.split(":"))
            .filter(entry -> !entry.isEmpty())
            .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
  }

  public Path folder() {
    return folder;
  }

  /**
   * Asks the process to end (SIGTERM) and waits until it has; the folder stays.
   *
   * @return whether it ended in time
   */
  public boolean endProcess(Duration within) {
    try {
      shell.getOutputStream().write('\n');
      shell.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path ended = folder.resolve("ended");
    return Poll.until(within, Duration.ofMillis(50), () -> Files.exists(ended));
  }

  @Override
  public void close() {
    try {
      shell.getOutputStream().close();
      shell.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
