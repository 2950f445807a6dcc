/** The Flink job. Begin with {@link JobGraph}, which names every operator in a sample's order. */
package io.tidemark.job;
