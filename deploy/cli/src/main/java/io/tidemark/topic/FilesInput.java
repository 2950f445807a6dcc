package io.tidemark.topic;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.JobConfig.FileInput.OnError;
import io.tidemark.job.file.BrokenFiles;
import io.tidemark.job.file.FileFormats;
import io.tidemark.job.file.ReadFiles;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import java.io.IOException;
import java.util.Optional;

/** Reads samples from the files that {@code source.file} names. */
public final class FilesInput implements SampleInput {
  private final JobConfig.FileInput config;
  private final TimestampUnit timestamps;
  private final ReadFiles files;
  private long broken;
  private String firstBroken;
  private String origin;
  private SampleParser parser;

  /**
   * @throws io.tidemark.job.config.ConfigException if a file is missing
   */
  public FilesInput(JobConfig.Source source) throws IOException {
    this.config = source.file();
    this.timestamps = source.influx().timestampUnit();
    this.files = ReadFiles.open(config);
  }

  @Override
  public boolean read(SampleParser.Output out) throws IOException {
    SourceRecord record = files.next();
    if (record == null) {
      return false;
    }
    if (record.broken() != null) {
      if (broken++ == 0) {
        firstBroken =
            "%s, record %d: %s".formatted(record.origin(), record.offset(), record.broken());
      }
      return true;
    }
    if (!record.origin().equals(origin)) {
      origin = record.origin();
      parser = FileFormats.parser(config.format(), origin, timestamps);
    }
    byte[] value = record.value();
    if (value == null || value.length > config.format().maxFileRecordBytes()) {
      Rejection why = value == null ? Rejection.TOMBSTONE : Rejection.TOO_LARGE;
      out.rejected(why, why.reason(), new byte[0], 0, 0);
    } else {
      parser.parse(value, record.timestampMillis(), out);
    }
    return true;
  }

  @Override
  public double share() {
    return files.share();
  }

  @Override
  public Optional<String> broken() {
    return config.onError() == OnError.SKIP
        ? Optional.empty()
        : BrokenFiles.line(broken, firstBroken);
  }

  @Override
  public String name() {
    return config.path();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
