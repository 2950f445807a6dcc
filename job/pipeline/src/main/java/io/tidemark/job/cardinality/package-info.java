/**
 * Counts of distinct series, and the check that a run does not write more of them than meant. Begin
 * with {@link io.tidemark.job.cardinality.SeriesCounts}.
 */
package io.tidemark.job.cardinality;
