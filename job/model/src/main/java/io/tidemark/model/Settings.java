package io.tidemark.model;

/**
 * What somebody set, as far as it changes between windows of one search.
 *
 * @param population requests in flight at most, all nodes together
 * @param slotsTimes the database's slots over those at the start of the search
 * @param coresTimes the database's cores over those at the start of the search
 * @param threadsTimes the job's threads over those at the start of the search
 * @param readersTimes those who read the database over those at the start of the search
 * @param asked requests per second that the source is asked for; infinite if there is no bound
 * @param refused share of the attempts that are turned away, or fail, and are made again: as seen
 * @param queries that a node of the database works on at once, on average: as seen
 */
public record Settings(
    double population,
    double slotsTimes,
    double coresTimes,
    double threadsTimes,
    double readersTimes,
    double asked,
    double refused,
    double queries) {
  static Settings of(double population) {
    return new Settings(population, 1, 1, 1, 1, Double.POSITIVE_INFINITY, 0, 0);
  }

  /** The same where the source is asked for so many requests per second. */
  public Settings withAsked(double other) {
    return new Settings(
        population, slotsTimes, coresTimes, threadsTimes, readersTimes, other, refused, queries);
  }

  /**
   * What is asked for, and what is refused, follow from the traffic; who changed it did the rest.
   */
  boolean differsInPopulationOnly(Settings other) {
    return slotsTimes == other.slotsTimes
        && coresTimes == other.coresTimes
        && threadsTimes == other.threadsTimes
        && readersTimes == other.readersTimes;
  }

  /** Attempts in vain for each request that is answered. */
  double inVain() {
    return refused / Math.max(0.02, 1 - refused);
  }
}
