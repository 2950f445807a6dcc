package io.tidemark.job.file;

import io.tidemark.format.Format;
import io.tidemark.format.FormatChoice;
import io.tidemark.format.Framing;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the format of each file with the format {@code auto}, from the file's first records. The
 * result is the same for every reader, even after a restore in the middle of a file.
 */
public final class FileFormats {
  private static final Logger LOG = LoggerFactory.getLogger(FileFormats.class);

  private FileFormats() {}

  /**
   * Returns the parser of a file. If the format can't be found, that parser rejects each record
   * with this reason.
   *
   * @param format format of all files, or auto
   * @throws IOException if the format has to be found, and the file system does not deliver the
   *     file
   */
  public static SampleParser parser(Format format, String path, TimestampUnit timestamps)
      throws IOException {
    if (format != Format.AUTO) {
      return format.parsers(timestamps).create();
    }
    FormatChoice choice = FormatChoice.of(first(new Path(path)), Framing.NONE, timestamps);
    if (choice.format().isEmpty()) {
      String detail = unclear("the file", choice);
      return (record, recordTimestampMillis, out) ->
          out.rejected(Rejection.UNDECODABLE, detail, record, 0, record.length);
    }
    Format told = choice.format().get();
    LOG.info("Records of {} are taken for {}: {}", path, told.slug(), choice.why());
    return told.parsers(timestamps).create();
  }

  /**
   * Finds the formats of the local files that are named, before a job begins.
   *
   * @throws ConfigException if the format of one of them can't be found
   */
  public static void requireTold(FileInput config, TimestampUnit timestamps) {
    if (config.format() != Format.AUTO) {
      return;
    }
    for (Path file : FilePaths.localFiles(FilePaths.of(config))) {
      try {
        List<byte[]> first = first(file);
        FormatChoice choice = FormatChoice.of(first, Framing.NONE, timestamps);
        if (!first.isEmpty() && choice.format().isEmpty()) {
          throw new ConfigException(unclear(file.getPath(), choice));
        }
      } catch (IOException e) {
        throw new ConfigException("source.file.path: %s can't be read".formatted(file), e);
      }
    }
  }

  private static String unclear(String file, FormatChoice choice) {
    return "source.file.format=auto: %s does not tell, %s; name its format"
        .formatted(file, choice.why());
  }

  private static List<byte[]> first(Path file) throws IOException {
    var records = new ArrayList<byte[]>();
    long bytes = 0;
    try (RecordReader reader = RecordReader.open(file, 0, Format.AUTO.maxLineBytes(), false)) {
      while (records.size() < FormatChoice.RECORDS && bytes < FormatChoice.MAX_BYTES) {
        SourceRecord record = reader.next();
        if (record == null || record.broken() != null) {
          break;
        }
        if (record.value() != null) {
          records.add(record.value());
          bytes += record.value().length;
        }
      }
    }
    return records;
  }
}
