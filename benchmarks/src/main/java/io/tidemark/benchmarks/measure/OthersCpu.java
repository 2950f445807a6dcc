package io.tidemark.benchmarks.measure;

import io.tidemark.process.HostCpu;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The CPU seconds of this machine, except those of this process and the processes that it started.
 * A window with many of them mostly measures something else.
 */
final class OthersCpu {
  private OthersCpu() {}

  /**
   * Returns the seconds since the machine started, of which only differences have a meaning; NaN if
   * they can't be read.
   */
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
