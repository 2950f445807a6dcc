package io.tidemark.ceiling.result;

/**
 * A row of the M×N table: one load that was asked for, and what of it was written.
 *
 * @param m successive samples for each source sample
 * @param n the mean number of copies of the source's series
 * @param expectedPerMinute samples per minute that were asked for
 * @param actualPerMinute samples per minute that were written
 * @param efficiency the latter over the former
 * @param sustained whether the load was written
 */
public record AmplificationRow(
    int parallelism,
    int m,
    double n,
    double expectedPerMinute,
    double actualPerMinute,
    double efficiency,
    boolean sustained) {}
