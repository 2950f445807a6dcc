package io.tidemark.process;

import java.util.List;

/**
 * How fast the cores were that job and database shared, before, between and after the jobs of a
 * search: two searches on cores of different speed find different ceilings.
 *
 * @param speed mean of the readings, as a share of the fastest ever seen on this host
 * @param slowest reading
 * @param fastest reading
 * @param stolenShare of the cores' time between the first and the last reading, in which another
 *     machine had them
 * @param ceilingSamplesPerSecond what the ceiling would be at the fastest speed, where CPU is what
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
   * One moment of a search.
   *
   * @param seconds since it began
   */
  public record Reading(double seconds, CoreSpeed cores) {}

  /**
   * @param readings in their order; null of fewer than two, which say nothing of the time between
   * @param ceiling samples per second, null if none was found
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

  /** Whether a search at another time may well find another ceiling. */
  public boolean wereSlower() {
    return speed < SLOW || stolenShare > STOLEN;
  }
}
