package io.tidemark.ceiling.series;

import io.tidemark.measure.Window;

/**
 * A step of a search by series. A value that was not reported is null.
 *
 * @param newPerMinute the series that new ones replace each minute, as asked for
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
    double samplesPerSecond,
    Double residentBytes,
    Double cpuCores,
    Double slowShare,
    Double p99Millis,
    boolean carried,
    String why) {
  public static SeriesRow of(
      long series, long newPerMinute, Window window, boolean carried, String why) {
    var database = window.database();
    return new SeriesRow(
        series,
        newPerMinute,
        window.throughput().samplesPerSecond(),
        database == null ? null : database.residentBytes(),
        database == null ? null : database.cpuCoresUsed(),
        database == null ? null : database.uncachedShare(),
        window.requests().p99Millis(),
        carried,
        why);
  }
}
