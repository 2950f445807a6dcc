package io.tidemark.ceiling.series;

import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.statistics.Known;

/**
 * What new series cost, at a load where most of them are carried.
 *
 * @param rowShare the share of the rows that are the first of their series, 0 to 1
 * @param cpuShare the share of the database's CPU that they take, 0 to 1; null if that is not known
 * @param cpuMillis the CPU time of the database for each, beyond what any row takes; null if that
 *     is not known
 */
public record Price(double rowShare, Double cpuShare, Double cpuMillis) {
  /** A smaller share of the rows would be written as 0.0 %. */
  private static final double HARDLY_ANY = 0.0005;

  /**
   * Computes the price from two windows, one of which has at least twice the share of new series:
   * CPU per row = a + b · share, and b is the price.
   *
   * @param registering a window in which series were registered that others then wrote to; null if
   *     there is none
   * @return the price; null if it is not known how many rows are of new series
   */
  public static Price of(Window registering, Window ceiling) {
    var now = ceiling.database();
    if (now == null || now.newSeriesShare() == null) {
      return null;
    }
    double share = now.newSeriesShare();
    var then = registering == null ? null : registering.database();
    Double before = then == null ? null : cpuSecondsARow(then);
    Double after = cpuSecondsARow(now);
    boolean told =
        before != null
            && after != null
            && then.newSeriesShare() != null
            && then.newSeriesShare() > 0
            && then.newSeriesShare() >= 2 * share;
    double each = told ? (before - after) / (then.newSeriesShare() - share) : 0;
    return each > 0
        ? new Price(share, Math.min(1, each * share / after), 1e3 * each)
        : new Price(share, null, null);
  }

  private static Double cpuSecondsARow(Database read) {
    return Known.share(read.cpuCoresUsed(), read.rowsPerSecond());
  }

  /**
   * Returns words such as "5.0 % of the rows are of new series and take 60 % of the database's CPU,
   * 120 µs each".
   */
  public String words() {
    if (rowShare < HARDLY_ANY && cpuMillis != null) {
      return "hardly any in this test; each new one takes %s µs of the database's CPU"
          .formatted(Amounts.significant(1e3 * cpuMillis, false));
    }
    return "%s of the rows are of new series%s"
        .formatted(
            Amounts.finePercent(rowShare),
            cpuShare == null || cpuMillis == null
                ? ""
                : " and take %s of the database's CPU, %s µs each"
                    .formatted(
                        Amounts.finePercent(cpuShare),
                        Amounts.significant(1e3 * cpuMillis, false)));
  }

  /**
   * @param coresPerMinutely the cores for each new series a minute
   */
  static Price of(double coresPerMinutely, SeriesRow row) {
    return new Price(
        row.newShare(),
        Math.min(1, coresPerMinutely * row.created() / row.cpuCores()),
        60e3 * coresPerMinutely);
  }
}
