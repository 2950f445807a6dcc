package io.tidemark.run;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.file.ReadFiles;
import java.io.IOException;
import java.util.Optional;

/** How much of its files a job has read. */
final class FilesRead {
  private FilesRead() {}

  /** Returns the share, 0 to 1; empty if the source is no file, or can't be seen from here. */
  static Optional<Double> share(JobConfig.Source source, Totals totals) {
    if (source.type() != JobConfig.SourceType.FILE || source.file().repeat()) {
      return Optional.empty();
    }
    try (var files = ReadFiles.open(source.file())) {
      long total = files.totalBytes();
      return total == 0
          ? Optional.empty()
          : Optional.of(Math.min(1, (double) totals.count("fileBytesRead") / total));
    } catch (IOException | ConfigException e) {
      return Optional.empty();
    }
  }
}
