package io.tidemark.job.file;

import io.tidemark.format.Format;
import io.tidemark.job.split.SourceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads all of a file as a job's source does: gzip, zstd, a capture, or lines. */
public final class PackedFileSubject {
  private PackedFileSubject() {}

  /** A file that can't be read ends in a record that says why, and throws nothing. */
  public static void read(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes);
    var path = new org.apache.flink.core.fs.Path(file.toUri());
    try (RecordReader records =
        RecordReader.open(path, 0, Format.PROMETHEUS.maxLineBytes(), false)) {
      for (SourceRecord next = records.next(); next != null; next = records.next()) {
        if (next.broken() != null && next.broken().isBlank()) {
          throw new AssertionError("refused without a word");
        }
        requireWithin(records.fileBytesRead(), bytes.length);
      }
    }
  }

  private static void requireWithin(long read, int length) {
    if (read < 0 || read > length) {
      throw new AssertionError("read %d of %d bytes".formatted(read, length));
    }
  }
}
