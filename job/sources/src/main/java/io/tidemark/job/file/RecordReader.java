package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import java.io.Closeable;
import java.io.IOException;
import org.apache.flink.core.fs.Path;

/** The records of one file, one after the other. */
interface RecordReader extends Closeable {
  /**
   * The next, or null at the end.
   *
   * @throws IOException if the file can't be read on
   */
  SourceRecord next() throws IOException;

  /**
   * Passes over so many of them.
   *
   * @return how many there were, at most that many
   */
  default long pass(long count) throws IOException {
    long passed = 0;
    while (passed < count && next() != null) {
      passed++;
    }
    return passed;
  }

  /** Of the file as it lies there; some of them may not have been handed out yet. */
  long fileBytesRead();

  /**
   * A capture's records, or else lines: the file's first bytes tell. Of a file that is broken those
   * before the break, then one that says so.
   *
   * @param listedBytes how long it was when it was listed
   * @param maxLineBytes of lines
   * @param capturesOnly whether lines can't hold the format
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
