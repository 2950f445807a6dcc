package io.tidemark.ceiling.result;

/**
 * A row of the M×N table.
 *
 * @param n the mean number of copies over the source's series
 */
public record AmplificationRow(
    int parallelism,
    int m,
    double n,
    double expectedPerMinute,
    double actualPerMinute,
    double efficiency,
    boolean sustained) {}
