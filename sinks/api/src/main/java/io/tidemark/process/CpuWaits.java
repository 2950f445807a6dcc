package io.tidemark.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long the threads of this process could have run and had no core, because others had it or a
 * quota was used up; and how long anything on the machine waited for a core (Linux: sched-stats,
 * psi).
 */
public final class CpuWaits {
  private static final Path PRESSURE = Path.of("/proc/pressure/cpu");
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final String SOME = "some ";
  private static final String TOTAL = "total=";
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  /** The nanoseconds that each thread had waited when it was last read, by the thread's id. */
  private Map<String, Long> nanosByThread = Map.of();

  private long nanos;

  /**
   * Returns the seconds in which something on the machine waited: a counter. NaN if the kernel does
   * not count them.
   */
  public static double hostSeconds() {
    try {
      return hostSeconds(Files.readAllLines(PRESSURE));
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /**
   * @param pressure lines of {@code /proc/pressure/cpu}
   */
  static double hostSeconds(List<String> pressure) {
    return pressure.stream()
        .filter(line -> line.startsWith(SOME) && line.contains(TOTAL))
        .mapToDouble(
            line -> Long.parseLong(line.substring(line.indexOf(TOTAL) + TOTAL.length())) / MICROS)
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * Returns the seconds that this process's threads have waited since the first call, summed over
   * them. A call takes some 10 µs for each thread. What a thread waited between the last call and
   * its end is left out. NaN if it can't be read.
   */
  public synchronized double ownSeconds() {
    try {
      return ownSeconds(THREADS);
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  double ownSeconds(Path threads) throws IOException {
    var now = new HashMap<String, Long>();
    boolean isFirst = nanosByThread.isEmpty();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        String id = thread.getFileName().toString();
        long waited = nanos(thread.resolve("schedstat"));
        if (waited >= 0) {
          nanos += isFirst ? 0 : waited - nanosByThread.getOrDefault(id, 0L);
          now.put(id, waited);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    nanosByThread = now;
    return now.isEmpty() ? Double.NaN : nanos / NANOS;
  }

  /** Returns the second number of the file; −1 for a thread that has ended. */
  private static long nanos(Path schedstat) {
    try {
      return Long.parseLong(Files.readString(schedstat).split(" ")[1]);
    } catch (IOException e) {
      return -1;
    }
  }
}
