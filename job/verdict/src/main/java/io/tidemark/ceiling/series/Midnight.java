package io.tidemark.ceiling.series;

import io.tidemark.measure.Amounts;
import io.tidemark.measure.Measured;
import io.tidemark.measure.ObservationLog;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What it costs that generated time comes to another UTC day, for which a database may index each
 * series anew.
 *
 * @param series the series, copies included
 * @param before the samples per second before it
 * @param lowest the samples per second in the slowest second across it
 * @param lostSeconds the seconds that would have been enough, at the rate before, to write what was
 *     written less across it
 * @param cpuMillis the CPU time of the database for each series, beyond what as many samples took
 *     before; null if the database does not report its CPU
 */
public record Midnight(
    long series, double before, double lowest, double lostSeconds, Double cpuMillis) {
  private static final int GRIDS_A_SECOND = (int) (1_000 / ObservationLog.GRID_MILLIS);

  /**
   * @param across the window in which each series had its first sample of the new day
   */
  public static Midnight of(long series, Measured before, Measured across) {
    double rate = before.samplesPerSecond();
    double[] rates = across.rates();
    double lowest =
        IntStream.rangeClosed(0, rates.length - GRIDS_A_SECOND)
            .mapToDouble(i -> Arrays.stream(rates, i, i + GRIDS_A_SECOND).average().orElse(0))
            .min()
            .orElse(across.samplesPerSecond());
    double samples = Arrays.stream(rates).average().orElse(0) * across.window().seconds();
    Double each = null;
    var day = before.window().database();
    var night = across.window().database();
    boolean known =
        day != null && night != null && day.cpuCoresUsed() != null && night.cpuCoresUsed() != null;
    if (known && rate > 0) {
      double more =
          night.cpuCoresUsed() * across.window().seconds() - day.cpuCoresUsed() * samples / rate;
      each = 1e3 * Math.max(0, more) / series;
    }
    return new Midnight(
        series,
        rate,
        lowest,
        rate == 0 ? 0 : Math.max(0, across.window().seconds() - samples / rate),
        each);
  }

  public String sentence() {
    return "As generated time crossed midnight UTC, %s samples/s fell to %s in the slowest second; it cost %s s of writing%s"
        .formatted(
            Amounts.count(before),
            Amounts.count(lowest),
            Amounts.significant(lostSeconds, false),
            cpuMillis == null
                ? ""
                : ", and %s µs of the database's CPU for each of %s series"
                    .formatted(Amounts.significant(1e3 * cpuMillis, false), Amounts.count(series)));
  }
}
