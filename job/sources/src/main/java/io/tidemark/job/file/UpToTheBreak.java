package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * Reads the records of a file that may be broken: all complete ones, and then one that says where
 * and why the file breaks. A retry would find the same break. A failure of the file system is an
 * error instead, because a retry may succeed.
 */
final class UpToTheBreak implements RecordReader {
  private static final int MAX_REASON = 200;

  private final String origin;
  private final Opener opener;
  private RecordReader records;
  private long done;
  private boolean ended;

  /** Opens a file as a reader of its records. */
  interface Opener {
    RecordReader open() throws IOException;
  }

  /**
   * @param origin origin of the record that reports the break
   */
  UpToTheBreak(String origin, Opener opener) {
    this(origin, 0, opener);
  }

  /**
   * @param done number of records that were read before
   */
  UpToTheBreak(String origin, long done, Opener opener) {
    this.done = done;
    this.origin = origin;
    this.opener = opener;
  }

  @Override
  public SourceRecord next() throws IOException {
    if (ended) {
      return null;
    }
    try {
      if (records == null) {
        records = opener.open();
      }
      SourceRecord record = records.next();
      ended = record == null;
      done++;
      return record;
    } catch (UnpackedFile.NotGiven e) {
      throw e.why();
    } catch (IOException e) {
      ended = true;
      return SourceRecord.broken(origin, done + 1, reason(e));
    }
  }

  private static String reason(IOException e) {
    String said = e.getMessage() == null ? "" : e.getMessage();
    String bounded = said.length() <= MAX_REASON ? said : said.substring(0, MAX_REASON);
    if (e instanceof FileNotFoundException) {
      return "it is gone, or may not be read: " + bounded;
    }
    return (e instanceof EOFException ? "it is cut short" : "it can't be read on")
        + (bounded.isEmpty() ? "" : ": " + bounded);
  }

  @Override
  public void close() throws IOException {
    ended = true;
    if (records != null) {
      records.close();
    }
  }

  @Override
  public long fileBytesRead() {
    return records == null ? 0 : records.fileBytesRead();
  }
}
