package io.tidemark.measure.window;

/**
 * The queries that a database answers, whoever asks. What was not reported is null.
 *
 * @param concurrent queries that it worked on: the mean of a sampled gauge
 * @param capacity the most queries that it works on at once
 * @param perSecond queries that were asked
 * @param foreignPerSecond those of them that others than Tidemark's readers asked
 * @param cpuCores cores of the processes that only answer queries
 */
public record Queried(
    Double concurrent,
    Double capacity,
    Double perSecond,
    Double foreignPerSecond,
    Double cpuCores) {
  /** Tells whether anybody asks. */
  public boolean any() {
    return concurrent != null && concurrent > 0 || perSecond != null && perSecond > 0;
  }

  Queried beside(double askedPerSecond) {
    return perSecond == null
        ? this
        : new Queried(
            concurrent, capacity, perSecond, Math.max(0, perSecond - askedPerSecond), cpuCores);
  }
}
