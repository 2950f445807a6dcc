package io.tidemark.benchmarks.measure;

import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A program in a folder of its own; both vanish with this process, however it ends, even while the
 * program is frozen.
 */
public final class ChildProcess implements AutoCloseable {
  /** What follows takes over the shell's process and so its id. */
  private static final String SCRIPT = "echo $$ >\"$0/id\"; exec \"$@\"";

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(10);
  private static final int MAX_LINE = 300;

  private final OwnedProcess guard;
  private final OsProcess process;

  private ChildProcess(OwnedProcess guard, ProcessHandle process) {
    this.guard = guard;
    this.process = new OsProcess(process);
  }

  /**
   * @param folder from {@link OwnedProcess#newFolder}
   */
  public static ChildProcess start(Path folder, List<String> command) {
    var line = new ArrayList<>(List.of("sh", "-c", SCRIPT, folder.toString()));
    line.addAll(command);
    OwnedProcess guard = OwnedProcess.start(folder, line);
    Path id = folder.resolve("id");
    if (!Poll.until(STARTS_WITHIN, Duration.ofMillis(5), () -> read(id).endsWith("\n"))) {
      guard.close();
      throw new IllegalStateException("%s does not start".formatted(command));
    }
    long pid = Long.parseLong(read(id).strip());
    return new ChildProcess(guard, ProcessHandle.of(pid).orElseThrow());
  }

  public OsProcess process() {
    return process;
  }

  /**
   * @throws IllegalStateException if it has ended
   */
  public void freeze() {
    requireAlive();
    process.freeze();
  }

  /**
   * @throws IllegalStateException if it has ended
   */
  public void resume() {
    requireAlive();
    process.resume();
  }

  private void requireAlive() {
    if (!process.handle().isAlive()) {
      throw new IllegalStateException("the process ended early: " + lastLine());
    }
  }

  public Path folder() {
    return guard.folder();
  }

  /** What it has printed. */
  public String log() {
    return read(guard.folder().resolve("log"));
  }

  String lastLine() {
    String last = log().lines().reduce("(it printed nothing)", (before, line) -> line);
    return last.substring(0, Math.min(last.length(), MAX_LINE));
  }

  /** Waits for a condition, but not longer than the process lives. */
  public void await(Duration limit, String what, BooleanSupplier condition) {
    boolean met =
        Poll.until(
            limit,
            Duration.ofMillis(50),
            () -> condition.getAsBoolean() || !process.handle().isAlive());
    if (!met || !condition.getAsBoolean()) {
      throw new IllegalStateException(
          "%s within %d s: %s".formatted(what, limit.toSeconds(), lastLine()));
    }
  }

  @Override
  public void close() {
    guard.close();
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
