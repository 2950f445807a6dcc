/**
 * What all sources emit, and how they end together. Begin with {@link
 * io.tidemark.job.split.SampleBlock}, the record that crosses the shuffle.
 */
package io.tidemark.job.split;
