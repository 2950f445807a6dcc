package io.tidemark.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A server that Tidemark starts, with its data in a temporary folder. It may be stopped and started
 * again. Process and folder vanish with this process, however it ends. Not thread-safe.
 */
public final class OwnedServer implements AutoCloseable {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final String name;
  private final String purpose;
  private final OwnedProcess data;
  private OwnedProcess running;

  /**
   * Makes the server's folder, but does not start it.
   *
   * @param name the server's name and address for messages
   * @param purpose a part of its folders' names
   */
  public OwnedServer(String name, String purpose) {
    this.name = name;
    this.purpose = purpose;
    this.data = OwnedProcess.folder(purpose);
  }

  /** Returns the folder, which {@link #close} removes. */
  public Path folder() {
    return data.folder();
  }

  /** Returns the folder of its data, in {@link #folder}; it does not exist at first. */
  public Path files() {
    return folder().resolve("data");
  }

  /**
   * Starts the server; returns when it is ready.
   *
   * @param lastSignal see {@link OwnedProcess#start(Path, String, List)}
   * @param program the program's name in messages
   * @throws RunException if it does not become ready in time, or ends
   */
  public void start(
      String lastSignal,
      List<String> command,
      String program,
      Duration limit,
      BooleanSupplier ready) {
    var started =
        OwnedProcess.start(OwnedProcess.newFolder(purpose + "-process"), lastSignal, command);
    started.awaitReady(program, limit, ready);
    running = started;
  }

  /**
   * Returns the first of its processes.
   *
   * @throws IllegalStateException if it is stopped
   */
  public LinuxProcess process() {
    if (running == null) {
      throw new IllegalStateException(name + " is stopped");
    }
    return running.process();
  }

  /**
   * Stops the server; does nothing if it is stopped.
   *
   * @param ask asks the process to end, and does not wait
   * @throws RunException if it did not end in time, and was killed
   */
  public void stop(Duration limit, Consumer<LinuxProcess> ask) {
    if (running == null) {
      return;
    }
    LinuxProcess process = running.process();
    ask.accept(process);
    Duration left = StopBudget.ofThisProcess().left(StopBudget.Step.CLOSE, limit);
    boolean ended = Poll.until(left, LOOK_AGAIN, () -> !process.isAlive());
    end();
    if (!ended) {
      throw new RunException(
          "%s did not stop within %d s and was killed: what it had only in memory is lost"
              .formatted(name, left.toSeconds()));
    }
  }

  /** Ends the server at once, whatever it does; its folder stays. */
  public void end() {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  /**
   * Copies its data to a folder that does not exist yet.
   *
   * @throws IllegalStateException if it is not stopped
   */
  public void saveTo(Path folder) {
    if (running != null) {
      throw new IllegalStateException(name + " is not stopped");
    }
    FolderCopy.copy(files(), folder);
  }

  @Override
  public void close() {
    end();
    data.close();
  }
}
