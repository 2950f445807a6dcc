package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.IteratorResultIterator;

/**
 * The lines of a file, unpacked, as records: path, line number from 1, bytes without the line feed.
 * A file is read by one subtask from its beginning; a restored one reads on after passing over the
 * lines that are done.
 *
 * <p>Of a line longer than {@code maxLineBytes} one byte more than that is kept, so that it can be
 * told from one that just fits, and the rest is passed over: a file without line ends takes no
 * memory.
 */
final class FileLines implements BulkFormat<SourceRecord, FileSourceSplit> {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final int maxLineBytes;

  FileLines(int maxLineBytes) {
    this.maxLineBytes = maxLineBytes;
  }

  @Override
  public BulkFormat.Reader<SourceRecord> createReader(Configuration config, FileSourceSplit split)
      throws IOException {
    return new Reader(split, maxLineBytes, 0);
  }

  @Override
  public BulkFormat.Reader<SourceRecord> restoreReader(Configuration config, FileSourceSplit split)
      throws IOException {
    return new Reader(
        split,
        maxLineBytes,
        split.getReaderPosition().map(CheckpointedPosition::getRecordsAfterOffset).orElse(0L));
  }

  @Override
  public boolean isSplittable() {
    return false;
  }

  @Override
  public TypeInformation<SourceRecord> getProducedType() {
    return Types.POJO(SourceRecord.class);
  }

  private static final class Reader implements BulkFormat.Reader<SourceRecord> {
    private final InputStream file;
    private final String path;
    private final int maxLineBytes;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int position;
    private int end;
    private boolean lineBegun;
    private long linesDone;

    Reader(FileSourceSplit split, int maxLineBytes, long linesToPass) throws IOException {
      this.path = split.path().toString();
      this.maxLineBytes = maxLineBytes;
      this.file = UnpackedFile.open(split.path());
      try {
        while (linesDone < linesToPass && (position < end || fill())) {
          readPart();
        }
        if (linesDone < linesToPass && lineBegun) {
          endLine();
        }
      } catch (IOException e) {
        file.close();
        throw e;
      }
    }

    /** The lines that end in the next part of the file, at least one; null at its end. */
    @Override
    public RecordIterator<SourceRecord> readBatch() throws IOException {
      var lines = new ArrayList<SourceRecord>();
      long before = linesDone;
      while (lines.isEmpty() || position < end) {
        if (position == end && !fill()) {
          if (lineBegun) {
            lines.add(endLine());
          }
          break;
        }
        SourceRecord record = readPart();
        if (record != null) {
          lines.add(record);
        }
      }
      return lines.isEmpty() ? null : iterator(lines, before);
    }

    private static RecordIterator<SourceRecord> iterator(
        List<SourceRecord> lines, long linesBefore) {
      return new IteratorResultIterator<>(
          lines.iterator(), CheckpointedPosition.NO_OFFSET, linesBefore);
    }

    /** Takes what the buffer holds of the line; the line if it ends there, else null. */
    private SourceRecord readPart() {
      int from = position;
      while (position < end && buffer[position] != '\n') {
        position++;
      }
      int kept = Math.min(position - from, maxLineBytes + 1 - line.size());
      line.write(buffer, from, kept);
      lineBegun = true;
      if (position == end) {
        return null;
      }
      position++;
      return endLine();
    }

    private SourceRecord endLine() {
      byte[] bytes = line.toByteArray();
      line.reset();
      lineBegun = false;
      linesDone++;
      return new SourceRecord(path, 0, linesDone, -1, bytes);
    }

    private boolean fill() throws IOException {
      position = 0;
      end = Math.max(0, file.read(buffer, 0, buffer.length));
      return end > 0;
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
