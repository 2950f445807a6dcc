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
    String ended) {}
