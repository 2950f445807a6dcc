package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Reads the records of a file again and again, each with the number of its pass. A file that is
 * broken or empty is read once.
 */
final class RepeatedRecords implements RecordReader {
  private final Supplier<RecordReader> file;
  private RecordReader records;
  private int pass;
  private long inPass;
  private long fileBytesBefore;
  private boolean isBroken;

  /**
   * @param file opens the file at its beginning
   */
  RepeatedRecords(Supplier<RecordReader> file) {
    this.file = file;
    this.records = file.get();
  }

  @Override
  public SourceRecord next() throws IOException {
    SourceRecord record = records.next();
    if (record == null && inPass > 0 && !isBroken) {
      fileBytesBefore = fileBytesRead();
      records.close();
      records = file.get();
      pass++;
      inPass = 0;
      record = records.next();
    }
    if (record == null) {
      return null;
    }
    inPass++;
    isBroken = record.broken() != null;
    return record.withPass(pass);
  }

  /** Skips records, for which it reads the file at most twice, whatever the number of passes. */
  @Override
  public long pass(long count) throws IOException {
    long passed = 0;
    while (passed < count && next() != null) {
      passed++;
      if (pass == 1 && inPass == 1) {
        long inFile = passed - 1;
        pass = Math.toIntExact((count - 1) / inFile);
        passed += (pass - 1) * inFile;
      }
    }
    return passed;
  }

  @Override
  public long fileBytesRead() {
    return fileBytesBefore + records.fileBytesRead();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
