package io.tidemark.mechanism.store;

/**
 * The cache from a series' name to its number. It warms as it is used; of more series than it has
 * room for, some are always missing, because those that come in push out others at random.
 */
public final class SeriesCache {
  private final double capacity;
  private final double active;
  private double resident;

  /**
   * @param capacity series that it has room for
   * @param active series that samples come of, in turn
   * @param warm whether it was used before
   */
  public SeriesCache(double capacity, double active, boolean warm) {
    this.capacity = capacity;
    this.active = active;
    this.resident = warm ? Math.min(capacity, active) : 0;
  }

  /** How many of these samples found their series missing. */
  public double misses(double samples) {
    double misses = samples * Math.max(0, 1 - resident / active);
    resident = Math.min(Math.min(capacity, active), resident + misses);
    return misses;
  }
}
