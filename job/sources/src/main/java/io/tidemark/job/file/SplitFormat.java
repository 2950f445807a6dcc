package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import java.io.IOException;
import java.util.ArrayList;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.IteratorResultIterator;

/**
 * Reads a file, or a part of one, for Flink's file source. One subtask reads it from its beginning;
 * a restored one reads on after passing over the records that are done.
 *
 * @param capturesOnly whether lines can't hold the format
 */
record SplitFormat(int maxLineBytes, boolean capturesOnly)
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
    RecordReader records = open(split);
    try {
      long passed = 0;
      while (passed < recordsToPass && records.next() != null) {
        passed++;
      }
      return new Reader(records, passed);
    } catch (IOException e) {
      records.close();
      throw e;
    }
  }

  private RecordReader open(FileSourceSplit split) throws IOException {
    return FileParts.isPart(split)
        ? FileLines.part(
            split.path(), split.offset(), split.offset() + split.length(), maxLineBytes)
        : RecordReader.open(split.path(), maxLineBytes, capturesOnly);
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

    /** Some 64 KiB of records, at least one; null at the end. */
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
