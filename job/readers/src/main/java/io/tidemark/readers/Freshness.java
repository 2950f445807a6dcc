package io.tidemark.readers;

/**
 * How soon samples could be read that were acknowledged, by those of a series of its own. Each
 * counts from its acknowledgement until the first answer that has it is complete.
 *
 * @param seen samples that were read
 * @param p50Millis null if none was read
 * @param p99Millis likewise
 * @param maxMillis likewise
 * @param refused samples that the database did not acknowledge
 * @param lost acknowledged samples that no answer had within {@code queries.timeout}
 * @param unseenMillis since when the oldest sample waits to be read at the end; 0 if none does
 * @param asked questions, which are none of the queries
 */
public record Freshness(
    long seen,
    Double p50Millis,
    Double p99Millis,
    Double maxMillis,
    long refused,
    long lost,
    double unseenMillis,
    long asked) {}
