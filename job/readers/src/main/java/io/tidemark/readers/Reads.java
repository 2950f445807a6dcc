package io.tidemark.readers;

import java.util.Map;

/**
 * What readers did in a span of time, and what it cost them. What was not measured is null.
 *
 * @param seconds of the span
 * @param due queries that should have been asked
 * @param answered within all bounds
 * @param failed with an error, too late or too long
 * @param late due at its end and not asked yet, because as many as may be were outstanding
 * @param queriesPerSecond answered
 * @param p50Millis of answered queries, each from the moment that it was due
 * @param p99Millis likewise
 * @param maxMillis likewise
 * @param bytesRead of all answers
 * @param cpuSeconds of the readers' own process
 * @param failures how often each reason was given; at most a handful of reasons
 * @param ended why nothing is asked any more; null if something is
 * @param freshness how soon samples could be read; null where that was not looked for, and in
 *     reports of before
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
  /** Of the due queries, those that had an error, or came too late or too long; 0 of none. */
  public double failedShare() {
    return due == 0 ? 0 : (double) failed / due;
  }

  /** The same, after which nothing is asked any more. */
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

  /** Questions a second, of which those for freshness are none of the queries. */
  public double askedPerSecond() {
    return (answered + failed + (freshness == null ? 0 : freshness.asked())) / seconds;
  }
}
