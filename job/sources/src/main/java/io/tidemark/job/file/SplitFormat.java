package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.IteratorResultIterator;
import org.apache.flink.core.fs.FileStatus;

/**
 * Reads a file, or a part of one, for Flink's file source. One subtask reads it from its beginning;
 * after a restore it skips the records that were read before.
 *
 * @param capturesOnly whether the format can't be in lines
 * @param repeat whether the records are repeated without end
 */
record SplitFormat(int maxLineBytes, boolean capturesOnly, boolean repeat)
    implements BulkFormat<SourceRecord, FileSourceSplit> {
  @Override
  public BulkFormat.Reader<SourceRecord> createReader(Configuration config, FileSourceSplit split)
      throws IOException {
    return reader(split, 0);
  }

  @Override
  public BulkFormat.Reader<SourceRecord> restoreReader(Configuration config, FileSourceSplit split)
      throws IOException {
    return reader(
        split,
        split.getReaderPosition().map(CheckpointedPosition::getRecordsAfterOffset).orElse(0L));
  }

  private Reader reader(FileSourceSplit split, long recordsToPass) throws IOException {
    Optional<String> changed = changed(split, recordsToPass);
    if (changed.isPresent()) {
      return new Reader(
          new UpToTheBreak(
              split.path().toString(),
              recordsToPass,
              () -> {
                throw new IOException(changed.get());
              }),
          recordsToPass);
    }
    RecordReader records = repeat ? new RepeatedRecords(() -> open(split)) : open(split);
    try {
      return new Reader(records, records.pass(recordsToPass));
    } catch (IOException e) {
      records.close();
      throw e;
    }
  }

  /**
   * Returns why a file that was begun can't be continued, or why a part no longer exists; empty if
   * neither is so.
   */
  private static Optional<String> changed(FileSourceSplit split, long recordsToPass)
      throws IOException {
    if (recordsToPass == 0 && !FileParts.isPart(split)) {
      return Optional.empty();
    }
    FileStatus now;
    try {
      now = split.path().getFileSystem().getFileStatus(split.path());
    } catch (FileNotFoundException e) {
      return Optional.of("it is gone");
    }
    boolean shorter = now.getLen() < split.fileSize();
    boolean another =
        now.getLen() != split.fileSize()
            || split.fileModificationTime() > 0
                && now.getModificationTime() != split.fileModificationTime();
    return shorter || recordsToPass > 0 && another
        ? Optional.of(
            "it was changed since the job began to read it: %d bytes of %s, now %d of %s"
                .formatted(
                    split.fileSize(),
                    Instant.ofEpochMilli(split.fileModificationTime()),
                    now.getLen(),
                    Instant.ofEpochMilli(now.getModificationTime())))
        : Optional.empty();
  }

  private RecordReader open(FileSourceSplit split) {
    return FileParts.isPart(split)
        ? new UpToTheBreak(
            split.path() + "@" + split.offset(), () -> FileLines.part(split, maxLineBytes))
        : RecordReader.open(split.path(), split.fileSize(), maxLineBytes, capturesOnly);
  }

  @Override
  public boolean isSplittable() {
    return true;
  }

  @Override
  public TypeInformation<SourceRecord> getProducedType() {
    return Types.POJO(SourceRecord.class);
  }

  private static final class Reader implements BulkFormat.Reader<SourceRecord> {
    private static final int BATCH_BYTES = 64 * 1024;

    private final RecordReader records;
    private long done;
    private long fileBytes;

    Reader(RecordReader records, long done) {
      this.records = records;
      this.done = done;
      this.fileBytes = done == 0 ? 0 : records.fileBytesRead();
    }

    /** Returns a batch of about 64 KiB of records, but at least one record; null at the end. */
    @Override
    public RecordIterator<SourceRecord> readBatch() throws IOException {
      var batch = new ArrayList<SourceRecord>();
      long before = done;
      int bytes = 0;
      while (bytes < BATCH_BYTES) {
        SourceRecord record = records.next();
        if (record == null) {
          break;
        }
        batch.add(record);
        bytes += 1 + (record.value() == null ? 0 : record.value().length);
      }
      done += batch.size();
      if (batch.isEmpty()) {
        return null;
      }
      long read = records.fileBytesRead();
      batch.add(batch.remove(batch.size() - 1).withFileBytes(read - fileBytes));
      fileBytes = read;
      return new IteratorResultIterator<>(batch.iterator(), CheckpointedPosition.NO_OFFSET, before);
    }

    @Override
    public void close() throws IOException {
      records.close();
    }
  }
}
