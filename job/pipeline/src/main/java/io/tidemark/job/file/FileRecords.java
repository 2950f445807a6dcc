package io.tidemark.job.file;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.split.EndBarrierSource;
import io.tidemark.job.split.SourceRecord;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.core.fs.Path;

/** The lines of files, and of all files in folders, on any file system that Flink knows. */
public final class FileRecords {
  private FileRecords() {}

  /**
   * @throws ConfigException if a file can't be found, or lines can't hold the format
   */
  public static Source<SourceRecord, ?, ?> source(FileInput config) {
    if (config.format().isBinary()) {
      throw new ConfigException(
          "source.file.format is binary, and a file is read line by line; use a text format");
    }
    Path[] paths = FilePaths.of(config).toArray(Path[]::new);
    return new EndBarrierSource<>(
        FileSource.forBulkFileFormat(new FileLines(config.format().maxLineBytes()), paths).build());
  }
}
