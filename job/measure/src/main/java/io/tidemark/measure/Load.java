package io.tidemark.measure;

/**
 * The load that a step put on the database.
 *
 * @param inFlight the in-flight limit of the whole job, in requests
 * @param m the successive samples that are written for each source sample
 * @param n the mean number of copies over the source's series
 * @param batchSamples the samples of a full request
 * @param parallelism the number of the job's subtasks of each kind
 * @param sourceSamplesPerSecond the rate asked of the source; 0 for as fast as possible
 */
public record Load(
    int inFlight, int m, double n, int batchSamples, int parallelism, long sourceSamplesPerSecond) {

  public Load withInFlight(int inFlight) {
    return new Load(inFlight, m, n, batchSamples, parallelism, sourceSamplesPerSecond);
  }

  /** Returns the amplified samples per second that are asked for, 0 without a rate. */
  public double expectedSamplesPerSecond() {
    return (double) sourceSamplesPerSecond * m * n;
  }
}
