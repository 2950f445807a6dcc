package io.tidemark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A temporary folder, and perhaps a process that works in it, which vanish with this process
 * however it ends.
 *
 * <p>A small shell waits at the other end of a pipe: when the pipe closes, because {@link #close}
 * was called or because this process was killed, it ends the process and removes the folder. It
 * runs in a session of its own, so that a terminal's Ctrl-C does not end a database before the
 * job's last writes.
 */
public final class OwnedProcess implements AutoCloseable {
  private static final String SCRIPT =
      """
      folder=$1; last=$2; shift 2
      if [ $# -gt 0 ]; then : >"$folder/log"; "$@" >"$folder/log" 2>&1 </dev/null & child=$!; fi
      echo "$child"; exec >&2
      cat >/dev/null
      if [ -n "$child" ]; then
        kill -"$last" "$child"
        for try in 1 2 3 4 5; do kill -0 "$child" && [ "$last" != KILL ] && sleep 0.2 || break; done
        kill -KILL "$child"; wait "$child"
      fi 2>/dev/null
      for try in 1 2 3; do rm -rf "$folder" && break; sleep 1; done
      """;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
  private static final int MAX_LINE = 300;

  private final Path folder;
  private final Process shell;
  private final String child;

  private OwnedProcess(Path folder, Process shell, String child) {
    this.folder = folder;
    this.shell = shell;
    this.child = child;
  }

  /** Makes a new folder named {@code tidemark-<purpose>-…} among the system's temporary files. */
  public static OwnedProcess folder(String purpose) {
    return start(newFolder(purpose), List.of());
  }

  /** Starts the command; what it prints goes to the file {@code log} in the folder. */
  public static OwnedProcess start(Path folder, List<String> command) {
    return start(folder, "KILL", command);
  }

  /**
   * Starts the command like {@link #start(Path, List)}, for a program that leaves something behind
   * when it is killed.
   *
   * @param lastSignal the signal, such as TERM, that the program gets a second before it is killed.
   *     QUIT reaches only a program with a handler of its own, because a shell lets what it starts
   *     in the background ignore it
   */
  public static OwnedProcess start(Path folder, String lastSignal, List<String> command) {
    var line = new ArrayList<String>();
    if (onPath("setsid")) {
      line.add("setsid");
    }
    line.addAll(List.of("sh", "-c", SCRIPT, "tidemark-guard", folder.toString(), lastSignal));
    line.addAll(command);
    try {
      var builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
      WithheldVariables.removeFrom(builder.environment());
      var shell = builder.start();
      return new OwnedProcess(folder, shell, shell.inputReader().readLine());
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

  /** Tells whether a program of that name can be started. */
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
   * Returns the process that was started, which may have ended.
   *
   * @throws IllegalStateException if none was started
   */
  public LinuxProcess process() {
    if (child == null || child.isEmpty()) {
      throw new IllegalStateException("no process was started [folder=%s]".formatted(folder));
    }
    return new LinuxProcess(Long.parseLong(child));
  }

  /**
   * Waits until the program is ready.
   *
   * @param program the program's name in the message
   * @throws RunException if it does not become ready in time, or ends before; process and folder
   *     are gone then
   */
  public void awaitReady(String program, Duration limit, BooleanSupplier ready) {
    LinuxProcess started = process();
    var isReady = new boolean[1];
    Poll.until(
        StopBudget.ofThisProcess().left(StopBudget.Step.WRITE, limit),
        LOOK_AGAIN,
        () ->
            (isReady[0] = ready.getAsBoolean())
                || !started.isAlive()
                || StopBudget.ofThisProcess().isRunning());
    if (!isReady[0]) {
      String problem =
          started.isAlive()
              ? "did not become ready within %d s".formatted(limit.toSeconds())
              : "ended at its start";
      String ends = logEnds();
      close();
      throw new RunException("%s %s; its log: %s".formatted(program, problem, ends));
    }
  }

  /**
   * Returns user and system time of all its threads.
   *
   * @throws RunException if it has ended
   */
  public double cpuSeconds() {
    return process()
        .cpuSeconds()
        .orElseThrow(() -> new RunException("a process ended early; its log: " + logEnds()));
  }

  /** Returns what the process has printed. */
  public String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the log's first and last line: a program names an unknown option in the first, any
   * other trouble in the last.
   */
  public String logEnds() {
    List<String> lines = log().lines().toList();
    return lines.isEmpty()
        ? "(none)"
        : bounded(lines.get(0)) + " ... " + bounded(lines.get(lines.size() - 1));
  }

  private static String bounded(String line) {
    return line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE) + "...";
  }

  @Override
  public void close() {
    try {
      shell.getOutputStream().close();
      // The shell comes to its end even if nobody waits for it.
      Duration patience = StopBudget.ofThisProcess().left(StopBudget.Step.CLOSE, PATIENCE);
      shell.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
