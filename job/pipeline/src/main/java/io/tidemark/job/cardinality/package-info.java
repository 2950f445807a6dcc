/** Counts distinct series, and bounds their number. Begin with {@link SeriesCounts}. */
package io.tidemark.job.cardinality;
