package io.tidemark.process;

import java.util.List;

/**
 * The speed of the cores that job and database shared, before, between and after the jobs of a
 * search: two searches on cores of different speed find different ceilings.
 *
 * @param speed the mean of the readings, as a share of the fastest speed ever seen on this host
 * @param slowest the slowest reading, as such a share
 * @param fastest the fastest reading, as such a share
 * @param stolenShare the share of the cores' time between the first and the last reading in which
 *     another machine had them, 0 to 1
 * @param ceilingSamplesPerSecond what the ceiling would be at the fastest speed if CPU is what
 *     limits; null if there is no ceiling
 */
public record HostCores(
    double speed,
    double slowest,
    double fastest,
    double stolenShare,
    Double ceilingSamplesPerSecond) {
  private static final double SLOW = 0.95;
  private static final double STOLEN = 0.02;

  /**
   * One reading of a search.
   *
   * @param seconds the time since the search began
   */
  public record Reading(double seconds, CoreSpeed cores) {}

  /**
   * Returns null for fewer than two readings, because one says nothing of the time between.
   *
   * @param readings the readings in the order of time
   * @param ceiling the ceiling in samples per second; null if none was found
   */
  public static HostCores of(List<Reading> readings, Double ceiling) {
    if (readings.size() < 2) {
      return null;
    }
    double reference = readings.stream().mapToDouble(each -> each.cores.fastest()).max().orElse(1);
    var speeds =
        readings.stream()
            .mapToDouble(each -> each.cores.stepsPerSecond() / reference)
            .summaryStatistics();
    Reading first = readings.get(0);
    Reading last = readings.get(readings.size() - 1);
    double stolen = last.cores.host().stolenSeconds() - first.cores.host().stolenSeconds();
    double time = (last.seconds - first.seconds) * first.cores.host().cores();
    return new HostCores(
        speeds.getAverage(),
        speeds.getMin(),
        speeds.getMax(),
        time > 0 ? stolen / time : 0,
        ceiling == null ? null : Double.valueOf(ceiling / speeds.getAverage()));
  }

  /**
   * Tells whether the cores were so slow that a search at another time may well find another
   * ceiling.
   */
  public boolean wereSlower() {
    return speed < SLOW || stolenShare > STOLEN;
  }
}
