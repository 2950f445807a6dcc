package io.tidemark.ceiling.series;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;

/**
 * A step of a search by series. A value that was not reported is null.
 *
 * @param newPerMinute the series that new ones replace each minute, as asked for
 * @param createdPerMinute the new series that the database counted each minute, in the mean of the
 *     step; null if it doesn't count them
 * @param residentBytes the database's resident memory
 * @param cpuCores the cores that the database used
 * @param slowShare the share of the rows for which the database read its index because its caches
 *     are too small
 * @param p99Millis the 99th percentile of the requests' latency
 * @param why why the step was too much although it was written, if that is because of the
 *     database's memory; else empty
 */
public record SeriesRow(
    long series,
    long newPerMinute,
    Double createdPerMinute,
    double samplesPerSecond,
    Double residentBytes,
    Double cpuCores,
    Double slowShare,
    Double p99Millis,
    boolean carried,
    String why) {
  private static final double SECONDS_A_MINUTE = 60;

  public static SeriesRow of(
      long series, long newPerMinute, Window window, boolean carried, String why) {
    var database = window.database();
    return new SeriesRow(
        series,
        newPerMinute,
        createdPerMinute(database),
        window.throughput().samplesPerSecond(),
        database == null ? null : database.residentBytes(),
        database == null ? null : database.cpuCoresUsed(),
        database == null ? null : database.uncachedShare(),
        window.requests().p99Millis(),
        carried,
        why);
  }

  private static Double createdPerMinute(Database database) {
    return database == null || database.newSeriesShare() == null || database.rowsPerSecond() == null
        ? null
        : Double.valueOf(SECONDS_A_MINUTE * database.newSeriesShare() * database.rowsPerSecond());
  }

  /** Returns the new series a minute: as the database counted them, else as asked for. */
  double created() {
    return createdPerMinute == null ? newPerMinute : createdPerMinute;
  }

  /** Tells whether it is known what a row costs, and how many rows read the index. */
  boolean tellsCostOfARow() {
    return slowShare != null && cpuCores != null && samplesPerSecond > 0;
  }

  double cpuSecondsARow() {
    return cpuCores / samplesPerSecond;
  }

  /** Returns the new series per row that was written. */
  double newShare() {
    return created() / SECONDS_A_MINUTE / samplesPerSecond;
  }
}
