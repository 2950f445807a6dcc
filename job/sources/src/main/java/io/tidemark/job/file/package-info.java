/** The Flink source that reads files. Begin with {@link io.tidemark.job.file.FileRecords}. */
package io.tidemark.job.file;
