package io.tidemark.simulated.time;

import io.tidemark.measure.Time;
import java.time.Duration;

/**
 * The factor of the job's work over that with compiled code and no garbage to collect.
 *
 * @param garbage the factor for collecting garbage
 * @param compiles the time in which the additional cost of code that is not compiled yet falls to a
 *     third of what it was when time began; zero if all is compiled
 */
public record Slowdown(double garbage, Duration compiles, Time time) {
  /** The factor for code that is interpreted, as in the first windows of real searches. */
  private static final double COLD = 8;

  public double now() {
    return compiles.isZero()
        ? garbage
        : garbage * (1 + (COLD - 1) * Math.exp(-(double) time.nanos() / compiles.toNanos()));
  }
}
