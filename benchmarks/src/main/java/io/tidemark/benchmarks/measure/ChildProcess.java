package io.tidemark.benchmarks.measure;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A program in a folder of its own; both vanish with this process, however it ends, even while the
 * program is frozen.
 */
public final class ChildProcess implements AutoCloseable {
  private static final int MAX_LINE = 300;

  private final OwnedProcess owned;
  private final LinuxProcess process;

  private ChildProcess(OwnedProcess owned) {
    this.owned = owned;
    this.process = owned.process();
  }

  /**
   * @param folder from {@link OwnedProcess#newFolder}
   */
  public static ChildProcess start(Path folder, List<String> command) {
    return new ChildProcess(OwnedProcess.start(folder, command));
  }

  public LinuxProcess process() {
    return process;
  }

  /**
   * User and system time of all its threads.
   *
   * @throws IllegalStateException if it has ended
   */
  public double cpuSeconds() {
    return process.cpuSeconds().orElseThrow(this::endedEarly);
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
    if (!process.isAlive()) {
      throw endedEarly();
    }
  }

  private IllegalStateException endedEarly() {
    return new IllegalStateException("the process ended early: " + lastLine());
  }

  public Path folder() {
    return owned.folder();
  }

  /** What it has printed. */
  public String log() {
    try {
      return Files.readString(owned.folder().resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String lastLine() {
    String last = log().lines().reduce("(it printed nothing)", (before, line) -> line);
    return last.substring(0, Math.min(last.length(), MAX_LINE));
  }

  /**
   * Waits for a condition, but not longer than the process lives.
   *
   * @throws IllegalStateException if it is not met; the process is gone then
   */
  public void await(Duration limit, String what, BooleanSupplier condition) {
    boolean met =
        Poll.until(
            limit, Duration.ofMillis(50), () -> condition.getAsBoolean() || !process.isAlive());
    if (!met || !condition.getAsBoolean()) {
      String last = lastLine();
      close();
      throw new IllegalStateException(
          "%s within %d s: %s".formatted(what, limit.toSeconds(), last));
    }
  }

  @Override
  public void close() {
    owned.close();
  }
}
