package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a process's threads do at one moment (proc(5), stat, field 3).
 *
 * @param onCpu the number of threads that run, or would if a core were free
 * @param waitingForDisk the number of threads that sleep until a file is read or written
 */
public record ThreadStates(int onCpu, int waitingForDisk) {
  /** Returns the threads' states; empty once the process has ended. */
  public static Optional<ThreadStates> of(long pid) {
    return in(Path.of("/proc", Long.toString(pid), "task"));
  }

  /**
   * @param tasks the folder that has a folder for each thread
   */
  static Optional<ThreadStates> in(Path tasks) {
    int onCpu = 0;
    int waitingForDisk = 0;
    try (Stream<Path> found = Files.list(tasks)) {
      for (Path task : found.toList()) {
        switch (state(task)) {
          case 'R' -> onCpu++;
          case 'D' -> waitingForDisk++;
          default -> {
            // The thread waits for work.
          }
        }
      }
      return Optional.of(new ThreadStates(onCpu, waitingForDisk));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static char state(Path task) {
    try {
      String stat = Files.readString(task.resolve("stat"));
      // The thread's name, in brackets, may hold blanks and brackets.
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      // The thread has ended meanwhile.
      return 'X';
    }
  }
}
