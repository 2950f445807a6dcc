package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * How busy the host's cores are that this process may run on. A process that is pinned to some
 * cores can find those full while others idle.
 *
 * @param cores the number of these cores; NaN if it is not known
 * @param busySeconds the time since the machine began in which any process kept them busy, summed
 *     over them
 * @param stolenSeconds the part of that time in which another machine had the core
 */
public record HostCpu(double cores, double busySeconds, double stolenSeconds) {
  private static final HostCpu UNKNOWN = new HostCpu(Double.NaN, Double.NaN, Double.NaN);
  private static final int STEAL = 8;
  private static final Path COUNTERS = Path.of("/proc/stat");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String CORE = "cpu";
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** Linux counts CPU time for user space in hundredths of a second (proc(5), USER_HZ). */
  private static final double TICKS_PER_SECOND = 100;

  public static HostCpu read() {
    try {
      return of(Files.readAllLines(COUNTERS), Files.readAllLines(STATUS));
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /**
   * @param counters lines of {@code /proc/stat}
   * @param status lines of {@code /proc/self/status}
   */
  static HostCpu of(List<String> counters, List<String> status) {
    BitSet allowed =
        status.stream()
            .filter(line -> line.startsWith(ALLOWED))
            .map(line -> cores(line.substring(ALLOWED.length()).strip()))
            .findFirst()
            .orElse(null);
    int cores = 0;
    double busyTicks = 0;
    double stolenTicks = 0;
    for (String line : counters) {
      if (line.startsWith(CORE) && Character.isDigit(line.charAt(CORE.length()))) {
        int core = Integer.parseInt(line.substring(CORE.length(), line.indexOf(' ')));
        if (allowed == null || allowed.get(core)) {
          cores++;
          busyTicks += busyTicks(line);
          stolenTicks += stolenTicks(line);
        }
      }
    }
    return cores == 0
        ? UNKNOWN
        : new HostCpu(cores, busyTicks / TICKS_PER_SECOND, stolenTicks / TICKS_PER_SECOND);
  }

  /** Parses a list such as {@code 0-3,8}. */
  private static BitSet cores(String list) {
    var cores = new BitSet();
    for (String range : list.split(",")) {
      String[] ends = range.split("-");
      cores.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
    }
    return cores;
  }

  private static double stolenTicks(String line) {
    String[] fields = line.split("\\s+");
    return fields.length > STEAL ? Double.parseDouble(fields[STEAL]) : 0;
  }

  /**
   * Returns the ticks of all fields but idle and iowait. A line has the fields cpuN user nice
   * system idle iowait irq softirq steal ….
   */
  private static double busyTicks(String line) {
    String[] fields = line.split("\\s+");
    double busy = 0;
    for (int i = 1; i < Math.min(fields.length, 9); i++) {
      if (i != 4 && i != 5) {
        busy += Double.parseDouble(fields[i]);
      }
    }
    return busy;
  }
}
