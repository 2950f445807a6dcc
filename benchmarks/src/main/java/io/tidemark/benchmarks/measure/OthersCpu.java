package io.tidemark.benchmarks.measure;

import io.tidemark.process.HostCpu;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * CPU seconds that this machine has spent on anything but us: this process and all that it has
 * started. A window in which that was much is a window of something else.
 */
final class OthersCpu {
  private OthersCpu() {}

  /** Since the machine started; only differences mean something. NaN where it can't be read. */
  static double seconds() {
    ProcessHandle self = ProcessHandle.current();
    double ours =
        Stream.concat(Stream.of(self), self.descendants())
                .mapToLong(each -> each.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
                .sum()
            / 1e9;
    return HostCpu.read().busySeconds() - ours;
  }
}
