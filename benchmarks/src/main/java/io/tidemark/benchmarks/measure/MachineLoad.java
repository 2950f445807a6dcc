package io.tidemark.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * CPU seconds that this machine has spent on anything but us: this process and all that it has
 * started. A window in which that was much is a window of something else. Linux only.
 */
final class MachineLoad {
  private static final Path STAT = Path.of("/proc/stat");

  /** The kernel tells in these units, whatever its own clock is (USER_HZ). */
  private static final double TICKS_PER_SECOND = 100;

  /** Of the line's fields: user, nice, system, irq, softirq, steal; not idle and not iowait. */
  private static final int[] BUSY_FIELDS = {1, 2, 3, 6, 7, 8};

  private MachineLoad() {}

  /** Since the machine started; only differences mean something. */
  static OptionalDouble othersCpuSeconds() {
    if (!Files.isReadable(STAT)) {
      return OptionalDouble.empty();
    }
    try (Stream<String> lines = Files.lines(STAT)) {
      String[] fields = lines.findFirst().orElseThrow().split(" +");
      double ticks = 0;
      for (int field : BUSY_FIELDS) {
        ticks += Long.parseLong(fields[field]);
      }
      return OptionalDouble.of(ticks / TICKS_PER_SECOND - ours());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double ours() {
    ProcessHandle self = ProcessHandle.current();
    return Stream.concat(Stream.of(self), self.descendants())
            .mapToLong(each -> each.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
            .sum()
        / 1e9;
  }
}
