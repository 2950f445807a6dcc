package io.tidemark.model;

/**
 * The settings that may differ between windows of one search.
 *
 * @param population the in-flight limit, of all nodes together
 * @param slotsTimes the database's slots over those at the start of the search
 * @param coresTimes the database's cores over those at the start of the search
 * @param threadsTimes the job's threads over those at the start of the search
 * @param readersTimes 1, or 0 while Tidemark's readers are paused
 * @param asked requests per second that the source is asked for; infinite if there is no bound
 * @param refused measured share of the attempts, 0 to 1, that are turned away, or fail, and are
 *     made again
 * @param queries measured mean number of queries that a node of the database works on
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

  /**
   * Returns these settings with another rate, in requests per second, that the source is asked for.
   */
  public Settings withAsked(double other) {
    return new Settings(
        population, slotsTimes, coresTimes, threadsTimes, readersTimes, other, refused, queries);
  }

  /**
   * Tells whether a search has changed nothing but the population. The rate that is asked for, and
   * what is refused, do not count, because they follow from the traffic.
   */
  boolean differsInPopulationOnly(Settings other) {
    return slotsTimes == other.slotsTimes
        && coresTimes == other.coresTimes
        && threadsTimes == other.threadsTimes
        && readersTimes == other.readersTimes;
  }

  /** Returns the attempts that fail or are turned away for each request that is answered. */
  double inVain() {
    return refused / Math.max(0.02, 1 - refused);
  }
}
