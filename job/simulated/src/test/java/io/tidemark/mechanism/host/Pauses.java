package io.tidemark.mechanism.host;

import io.tidemark.mechanism.time.Clock;

/**
 * Stop-the-world collections of a young generation: once so much was allocated, the process stands
 * still while its collector copies what is alive, on some threads of the same host. A heap that is
 * nearly full of what lives leaves little between two collections.
 */
public final class Pauses {
  private final Clock clock;
  private final Cores.Group process;
  private final Cores.Group collector;
  private final double youngBytes;
  private final double cpuSeconds;
  private final int threads;
  private double allocated;
  private boolean collecting;
  private double pausedSeconds;

  /**
   * @param heapBytes 0: nothing is collected
   * @param liveBytes that each collection copies a part of
   * @param copiedBytesPerSecond by one thread
   */
  public Pauses(
      Clock clock,
      Cores cores,
      Cores.Group process,
      double heapBytes,
      double liveBytes,
      double copiedBytesPerSecond,
      int threads) {
    this.clock = clock;
    this.process = process;
    this.collector = cores.group(threads, 0);
    this.youngBytes =
        heapBytes == 0
            ? Double.POSITIVE_INFINITY
            : Math.max(0.02 * heapBytes, heapBytes - liveBytes);
    this.cpuSeconds = liveBytes / copiedBytesPerSecond;
    this.threads = threads;
  }

  public void allocate(double bytes) {
    allocated += bytes;
    if (allocated >= youngBytes && !collecting) {
      allocated = 0;
      collecting = true;
      collect();
    }
  }

  private void collect() {
    long begun = clock.nanos();
    process.freeze(true);
    int[] left = {threads};
    for (int i = 0; i < threads; i++) {
      collector.run(
          cpuSeconds / threads,
          () -> {
            left[0]--;
            if (left[0] == 0) {
              pausedSeconds += (clock.nanos() - begun) / Clock.NANOS;
              process.charge(cpuSeconds);
              collecting = false;
              process.freeze(false);
            }
          });
    }
  }

  public double pausedSeconds() {
    return pausedSeconds;
  }
}
