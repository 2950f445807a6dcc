package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** What Linux knows of a process, and lets us change. */
public record LinuxProcess(long pid) {
  /** The unit of times in /proc, the same on every architecture that Java 17 runs on. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;
  private static final Duration TASKSET_WITHIN = Duration.ofSeconds(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  /** User and system time of all its threads, to 10 ms; empty once it has ended. */
  public OptionalDouble cpuSeconds() {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The program's name, in brackets, may hold blanks and brackets.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return OptionalDouble.of(
          (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
              / TICKS_PER_SECOND);
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }

  public boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /**
   * Lets all its threads, those to come too, run on these processors only.
   *
   * @param cpus as taskset takes them, e.g. "0" or "0-3,6"
   * @throws RunException if that can't be done
   */
  public void pinTo(String cpus) {
    String problem;
    try {
      var taskset =
          new ProcessBuilder("taskset", "-a", "-c", "-p", cpus, Long.toString(pid))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = taskset.waitFor(TASKSET_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      if (ended && taskset.exitValue() == 0) {
        return;
      }
      problem = ended ? "taskset failed" : "taskset does not end";
      taskset.destroyForcibly();
    } catch (IOException e) {
      problem = e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problem = "interrupted";
    }
    throw new RunException(
        "can't bind process %d to processors [cpus=%s]: %s; taskset is part of util-linux"
            .formatted(pid, cpus, problem));
  }

  /** Asks it to end; whether it did in time. */
  public boolean end(Duration limit) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
    return Poll.until(limit, LOOK_AGAIN, () -> !isAlive());
  }
}
