package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * What Linux knows of a process, and lets us change. The processes that it started, and that these
 * started, count as part of it: a database may have one for each connection.
 */
public record LinuxProcess(long pid) {
  /** The unit of times in /proc, the same on every architecture that Java 17 runs on. */
  private static final double TICKS_PER_SECOND = 100;

  /**
   * The first and the last of four fields: user and system time, and those of the children that
   * have ended (proc(5), stat).
   */
  private static final int FIRST_TIME = 11;

  private static final int LAST_TIME = 14;

  private static final Duration PROGRAM_WITHIN = Duration.ofSeconds(20);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  /**
   * Returns user and system time of all its threads and processes, to 10 ms; empty once it has
   * ended.
   */
  public OptionalDouble cpuSeconds() {
    OptionalDouble own = cpuSeconds(pid);
    return own.isEmpty()
        ? own
        : OptionalDouble.of(
            own.getAsDouble() + started().mapToDouble(child -> cpuSeconds(child).orElse(0)).sum());
  }

  private static OptionalDouble cpuSeconds(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The program's name, in brackets, may hold blanks and brackets.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long ticks = 0;
      for (int i = FIRST_TIME; i <= LAST_TIME; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return OptionalDouble.of(ticks / TICKS_PER_SECOND);
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }

  /** Returns the ids of the running processes that it started, directly or through others. */
  public LongStream started() {
    return ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::descendants)
        .mapToLong(ProcessHandle::pid);
  }

  public boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /**
   * Stops the process's work until {@link #resume}: its connections stay open and nothing answers.
   */
  public void freeze() {
    signalAll("STOP");
  }

  public void resume() {
    signalAll("CONT");
  }

  private void signalAll(String name) {
    signal(name);
    started().forEach(child -> send(name, child));
  }

  /** Kills the process as a crash would; returns when it has ended. */
  public void kill() {
    long[] children = started().toArray();
    signal("KILL");
    for (long child : children) {
      send("KILL", child);
    }
    Poll.until(
        PROGRAM_WITHIN,
        LOOK_AGAIN,
        () ->
            !isAlive()
                && LongStream.of(children).noneMatch(child -> new LinuxProcess(child).isAlive()));
  }

  /**
   * @param name the signal's name without SIG, such as INT
   * @throws RunException if the process has ended
   */
  public void signal(String name) {
    send(name, pid)
        .ifPresent(
            problem -> {
              throw new RunException(
                  "can't send SIG%s to process %d (%s): has it ended?"
                      .formatted(name, pid, problem));
            });
  }

  /**
   * Sends a signal with the shell's own kill, because a small machine has no program of that name.
   */
  private static Optional<String> send(String name, long to) {
    return run("sh", List.of("-c", "kill -%s %d".formatted(name, to)));
  }

  /**
   * Lets all its threads and processes, and those to come, run on these processors only.
   *
   * @param cpus the processors as taskset takes them, e.g. "0" or "0-3,6"
   * @throws RunException if that can't be done
   */
  public void pinTo(String cpus) {
    pin(pid, cpus)
        .ifPresent(
            problem -> {
              throw new RunException(
                  "can't bind process %d to processors [cpus=%s]: %s; taskset is part of util-linux"
                      .formatted(pid, cpus, problem));
            });
    // A process that ends meanwhile needs no processor.
    started().forEach(child -> pin(child, cpus));
  }

  private static Optional<String> pin(long pid, String cpus) {
    return run("taskset", List.of("-a", "-c", "-p", cpus, Long.toString(pid)));
  }

  /** Runs a program; returns what went wrong, empty if the program succeeded. */
  private static Optional<String> run(String program, List<String> arguments) {
    var command = new ArrayList<>(List.of(program));
    command.addAll(arguments);
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = process.waitFor(PROGRAM_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      if (ended && process.exitValue() == 0) {
        return Optional.empty();
      }
      process.destroyForcibly();
      return Optional.of(program + (ended ? " failed" : " does not end"));
    } catch (IOException e) {
      return Optional.of(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  /** Asks the process to end, as a bare kill does, and does not wait. */
  public void askToEnd() {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
  }

  /** Asks the process to end; tells whether it did in time. */
  public boolean end(Duration limit) {
    askToEnd();
    return Poll.until(limit, LOOK_AGAIN, () -> !isAlive());
  }
}
