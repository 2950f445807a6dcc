package io.tidemark.mechanism.wire;

import io.tidemark.mechanism.time.Clock;

/** A network card or a link: bytes leave one after the other, at its rate. */
public final class Line {
  private final Clock clock;
  private final double bytesPerSecond;
  private long freeNanos;

  /**
   * @param bytesPerSecond 0: no limit
   */
  public Line(Clock clock, double bytesPerSecond) {
    this.clock = clock;
    this.bytesPerSecond = bytesPerSecond;
  }

  /** When the last of these bytes has left, after all that came before. */
  public long pass(double bytes) {
    if (bytesPerSecond == 0) {
      return clock.nanos();
    }
    freeNanos =
        Math.max(freeNanos, clock.nanos()) + Math.round(bytes / bytesPerSecond * Clock.NANOS);
    return freeNanos;
  }

  /** How long the next byte would wait. */
  public double queueSeconds() {
    return Math.max(0, freeNanos - clock.nanos()) / Clock.NANOS;
  }
}
