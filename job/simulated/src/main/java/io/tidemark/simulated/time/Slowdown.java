package io.tidemark.simulated.time;

import io.tidemark.measure.Time;
import java.time.Duration;

/**
 * What the job's work takes, of what it takes code that is compiled and collects no garbage.
 *
 * @param garbage times as long for collecting it
 * @param compiles until what code that is not compiled yet costs more has fallen to a third of what
 *     it was when time began; 0: all is compiled
 */
public record Slowdown(double garbage, Duration compiles, Time time) {
  /** Of code that is interpreted, as the first windows of real searches have it. */
  private static final double COLD = 8;

  public double now() {
    return compiles.isZero()
        ? garbage
        : garbage * (1 + (COLD - 1) * Math.exp(-(double) time.nanos() / compiles.toNanos()));
  }
}
