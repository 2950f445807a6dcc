/**
 * The Flink job. Begin with {@link io.tidemark.job.JobGraph}, which names every operator in a
 * sample's order.
 */
package io.tidemark.job;
