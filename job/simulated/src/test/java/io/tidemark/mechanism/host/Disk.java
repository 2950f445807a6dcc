package io.tidemark.mechanism.host;

import io.tidemark.mechanism.time.Clock;

/** A block device: each operation has a latency of its own, all share the bandwidth. */
public final class Disk {
  private final Clock clock;
  private final SharedRate bandwidth;
  private final double latencySeconds;
  private double writeSeconds;
  private int awaited;

  public Disk(Clock clock, double bytesPerSecond, double latencySeconds) {
    this.clock = clock;
    this.bandwidth = new SharedRate(clock, bytesPerSecond);
    this.latencySeconds = latencySeconds;
  }

  /** Of a request that waits for it. */
  public void read(double bytes, Runnable done) {
    awaited++;
    transfer(
        bytes,
        () -> {
          awaited--;
          done.run();
        });
  }

  /** Of a request that waits until it is durable. */
  public void sync(double bytes, Runnable done) {
    long begun = clock.nanos();
    read(
        bytes,
        () -> {
          writeSeconds += (clock.nanos() - begun) / Clock.NANOS;
          done.run();
        });
  }

  /** In the background. */
  public void write(double bytes, Runnable done) {
    long begun = clock.nanos();
    transfer(
        bytes,
        () -> {
          writeSeconds += (clock.nanos() - begun) / Clock.NANOS;
          done.run();
        });
  }

  private void transfer(double bytes, Runnable done) {
    clock.after(latencySeconds, () -> bandwidth.use(bytes, done));
  }

  /** Requests that wait for it now. */
  public int awaited() {
    return awaited;
  }

  /** Summed over all writers. */
  public double writeSeconds() {
    return writeSeconds;
  }

  public double busySeconds() {
    return bandwidth.busySeconds();
  }
}
