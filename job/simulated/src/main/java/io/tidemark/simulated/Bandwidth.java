package io.tidemark.simulated;

/**
 * A line on which bytes pass one after the other. It counts on from when it was last busy rather
 * than from when it was last asked, so that a late caller does not make it slower. Pure; times are
 * of {@link System#nanoTime}.
 */
public final class Bandwidth {
  private static final double NANOS = 1e9;

  private final double nanosPerByte;
  private long freeAtNanos;

  public Bandwidth(long bytesPerSecond, long nowNanos) {
    this.nanosPerByte = NANOS / bytesPerSecond;
    this.freeAtNanos = nowNanos;
  }

  /** Returns until when earlier bytes keep the line busy, which is in the past if it is free. */
  public long freeAtNanos() {
    return freeAtNanos;
  }

  /**
   * Returns when the last of these bytes has passed.
   *
   * @param readyNanos the time from which they could pass
   */
  public long pass(int bytes, long readyNanos) {
    long start = freeAtNanos - readyNanos > 0 ? freeAtNanos : readyNanos;
    freeAtNanos = start + Math.round(bytes * nanosPerByte);
    return freeAtNanos;
  }
}
