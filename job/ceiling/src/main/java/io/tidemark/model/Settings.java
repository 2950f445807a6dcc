package io.tidemark.model;

/**
 * What somebody set, as far as it changes between windows of one search.
 *
 * @param population requests in flight at most, all nodes together
 * @param slotsTimes the database's slots over those at the start of the search
 * @param coresTimes the database's cores over those at the start of the search
 * @param threadsTimes the job's threads over those at the start of the search
 * @param asked requests per second that the source is asked for; infinite if there is no bound
 * @param refused share of the attempts that are turned away, or fail, and are made again: as seen
 */
public record Settings(
    double population,
    double slotsTimes,
    double coresTimes,
    double threadsTimes,
    double asked,
    double refused) {
  public static Settings of(double population) {
    return new Settings(population, 1, 1, 1, Double.POSITIVE_INFINITY, 0);
  }

  /** Attempts in vain for each request that is answered. */
  double inVain() {
    return refused / Math.max(0.02, 1 - refused);
  }

  public Settings withPopulation(double to) {
    return new Settings(to, slotsTimes, coresTimes, threadsTimes, asked, refused);
  }

  public Settings withSlotsTimes(double to) {
    return new Settings(population, to, coresTimes, threadsTimes, asked, refused);
  }

  public Settings withCoresTimes(double to) {
    return new Settings(population, slotsTimes, to, threadsTimes, asked, refused);
  }

  public Settings withThreadsTimes(double to) {
    return new Settings(population, slotsTimes, coresTimes, to, asked, refused);
  }

  public Settings withAsked(double to) {
    return new Settings(population, slotsTimes, coresTimes, threadsTimes, to, refused);
  }
}
