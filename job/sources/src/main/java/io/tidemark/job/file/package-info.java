/** The Flink source that reads files. Begin with {@link FileRecords}. */
package io.tidemark.job.file;
