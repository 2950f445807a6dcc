package io.tidemark.readers;

/**
 * How soon acknowledged samples could be read, measured with samples of a separate series. The time
 * of a sample is from its acknowledgement until the first answer that contains it is complete.
 *
 * @param seen number of samples that were read
 * @param p50Millis median of their times; null if none was read
 * @param p99Millis 99 % of their times are at most this; null if none was read
 * @param maxMillis longest of their times; null if none was read
 * @param refused number of samples that the database did not acknowledge
 * @param lost number of acknowledged samples that no answer contained within {@code
 *     queries.timeout}
 * @param unseenMillis time for which the oldest sample has been waiting to be read at the end; 0 if
 *     none waits
 * @param asked number of questions for these samples, which do not count as queries
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
