package io.tidemark.job.file;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.split.EndBarrierSource;
import io.tidemark.job.split.SourceRecord;
import java.nio.file.Files;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.core.fs.Path;

/** The lines of a file, or of all files in a folder, on any file system that Flink knows. */
public final class FileRecords {
  private FileRecords() {}

  /**
   * @throws ConfigException if a local file can't be read, or lines can't hold the format
   */
  public static Source<SourceRecord, ?, ?> source(FileInput config) {
    if (config.format().isBinary()) {
      throw new ConfigException(
          "source.file.format is binary, and a file is read line by line; use a text format");
    }
    Path path = new Path(config.path());
    String scheme = path.toUri().getScheme();
    if (scheme == null || scheme.equals("file")) {
      java.nio.file.Path local = java.nio.file.Path.of(path.getPath()).toAbsolutePath();
      if (!Files.isReadable(local)) {
        throw new ConfigException(
            "source.file.path=%s %s; name a file or folder"
                .formatted(
                    config.path(), Files.exists(local) ? "can't be read" : "does not exist"));
      }
      path = new Path(local.toUri());
    }
    return new EndBarrierSource<>(
        FileSource.forBulkFileFormat(new FileLines(config.format().maxLineBytes()), path).build());
  }
}
