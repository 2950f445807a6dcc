package io.tidemark.measure;

/**
 * What a step put on the database.
 *
 * @param inFlight requests that might be outstanding at once, over the whole job
 * @param n in the mean over the source's series
 * @param sourceSamplesPerSecond asked of the source, 0 for as fast as possible
 */
public record Load(
    int inFlight, int m, double n, int batchSamples, int parallelism, long sourceSamplesPerSecond) {

  public Load withInFlight(int inFlight) {
    return new Load(inFlight, m, n, batchSamples, parallelism, sourceSamplesPerSecond);
  }

  /** Amplified samples per second that are asked for, 0 without a rate. */
  public double expectedSamplesPerSecond() {
    return (double) sourceSamplesPerSecond * m * n;
  }
}
