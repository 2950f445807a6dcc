package io.tidemark.measure.window;

import io.tidemark.statistics.Estimate;

/**
 * The throughput of the window.
 *
 * @param samplesPerSecond acknowledged samples
 * @param low lower end of the mean's 95 % interval, which allows for correlated observations
 * @param smoothness coefficient of variation of the samples acknowledged per observation
 * @param backlogSlope if a rate was asked for, the samples per second by which the unacknowledged
 *     ones grow in number
 */
public record Throughput(
    double samplesPerSecond,
    Double low,
    Double high,
    Double smoothness,
    Double backlogSlope,
    double callsPerSecond,
    double sentBytesPerSecond) {
  /** Returns the samples per second with their interval, which has no width if it is not known. */
  public Estimate estimate() {
    return new Estimate(
        samplesPerSecond,
        low == null ? samplesPerSecond : Math.min(samplesPerSecond, low),
        high == null ? samplesPerSecond : Math.max(samplesPerSecond, high));
  }

  public Throughput with(Estimate estimate) {
    return new Throughput(
        estimate.value(),
        Math.max(0, estimate.low()),
        estimate.high(),
        smoothness,
        backlogSlope,
        callsPerSecond,
        sentBytesPerSecond);
  }
}
