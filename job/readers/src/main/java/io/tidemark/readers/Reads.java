package io.tidemark.readers;

import java.util.Map;

/**
 * What the readers did in a span of time, and what it cost. A value that was not measured is null.
 *
 * @param seconds length of the span
 * @param due number of queries that should have been asked
 * @param answered number of queries that were answered within all bounds
 * @param failed number of queries whose answer was an error, too late or too large
 * @param late number of queries that were due at its end, but not asked yet, because as many as
 *     allowed were in flight
 * @param queriesPerSecond queries answered per second
 * @param p50Millis median of the latencies of answered queries, each from the moment when it was
 *     due
 * @param p99Millis 99 % of these latencies are at most this
 * @param maxMillis longest of these latencies
 * @param bytesRead size of all answers
 * @param cpuSeconds CPU time of the readers' process
 * @param failures number of failures by reason, for a handful of reasons at most
 * @param ended why no more queries are asked; null if more are
 * @param freshness how soon samples could be read; null if that was not measured, and in older
 *     reports
 */
public record Reads(
    double seconds,
    long due,
    long answered,
    long failed,
    long late,
    double queriesPerSecond,
    Double p50Millis,
    Double p99Millis,
    Double maxMillis,
    long bytesRead,
    Double cpuSeconds,
    Map<String, Long> failures,
    String ended,
    Freshness freshness) {
  /** Returns the share of the due queries that failed; 0 if none was due. */
  public double failedShare() {
    return due == 0 ? 0 : (double) failed / due;
  }

  /** Returns the same with the reason why no more queries are asked. */
  Reads because(String otherEnd) {
    return new Reads(
        seconds,
        due,
        answered,
        failed,
        late,
        queriesPerSecond,
        p50Millis,
        p99Millis,
        maxMillis,
        bytesRead,
        cpuSeconds,
        failures,
        otherEnd,
        freshness);
  }

  /** Returns the questions per second, which include those for freshness. */
  public double askedPerSecond() {
    return (answered + failed + (freshness == null ? 0 : freshness.asked())) / seconds;
  }
}
