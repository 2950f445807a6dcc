/**
 * The records that all sources emit, and how the readers of a source end together. Begin with
 * {@link io.tidemark.job.split.SampleBlock}, the record that crosses the shuffle.
 */
package io.tidemark.job.split;
