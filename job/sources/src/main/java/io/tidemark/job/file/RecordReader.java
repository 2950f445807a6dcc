package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import java.io.Closeable;
import java.io.IOException;
import org.apache.flink.core.fs.Path;

/** Reads the records of a file, one after the other. */
interface RecordReader extends Closeable {
  /**
   * Returns the next record, or null at the end.
   *
   * @throws IOException if the file can't be read any further
   */
  SourceRecord next() throws IOException;

  /**
   * Skips records.
   *
   * @return number of records skipped; less than {@code count} at the end of the file
   */
  default long pass(long count) throws IOException {
    long passed = 0;
    while (passed < count && next() != null) {
      passed++;
    }
    return passed;
  }

  /**
   * Returns how many bytes of the file on disk were read; records from some of them may still be
   * buffered.
   */
  long fileBytesRead();

  /**
   * Opens a file as a capture or as lines, depending on its first bytes. A broken file yields the
   * records before the break, and then one that reports it.
   *
   * @param listedBytes size of the file when it was listed
   * @param maxLineBytes largest size of a line
   * @param capturesOnly whether the format can't be in lines
   */
  static RecordReader open(Path path, long listedBytes, int maxLineBytes, boolean capturesOnly) {
    return new UpToTheBreak(
        path.toString(), () -> opened(path, listedBytes, maxLineBytes, capturesOnly));
  }

  private static RecordReader opened(
      Path path, long listedBytes, int maxLineBytes, boolean capturesOnly) throws IOException {
    UnpackedFile file = UnpackedFile.open(path, listedBytes);
    try {
      if (CaptureFile.isOne(file)) {
        return new CapturedRecords(path.toString(), file);
      }
      if (capturesOnly) {
        throw new IOException(
            "source.file.format is binary, and this is no file of tidemark capture");
      }
      return FileLines.whole(path, file, maxLineBytes);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }
}
