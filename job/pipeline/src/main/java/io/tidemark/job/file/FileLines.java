package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * The lines of a file, unpacked, as records: path, line number from 1, bytes without the line feed.
 *
 * <p>Of a line longer than {@code maxLineBytes} one byte more than that is kept, so that it can be
 * told from one that just fits, and the rest is passed over: a file without line ends takes no
 * memory.
 */
final class FileLines implements RecordReader {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final String path;
  private final UnpackedFile file;
  private final int maxLineBytes;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int position;
  private int end;
  private long linesDone;

  FileLines(String path, UnpackedFile file, int maxLineBytes) {
    this.path = path;
    this.file = file;
    this.maxLineBytes = maxLineBytes;
  }

  @Override
  public SourceRecord next() throws IOException {
    boolean begun = false;
    while (position < end || fill()) {
      begun = true;
      if (readPart()) {
        return endLine();
      }
    }
    return begun ? endLine() : null;
  }

  /** Takes what the buffer holds of the line; whether it ends there. */
  private boolean readPart() {
    int from = position;
    while (position < end && buffer[position] != '\n') {
      position++;
    }
    int kept = Math.min(position - from, maxLineBytes + 1 - line.size());
    line.write(buffer, from, kept);
    if (position == end) {
      return false;
    }
    position++;
    return true;
  }

  private SourceRecord endLine() {
    byte[] bytes = line.toByteArray();
    line.reset();
    linesDone++;
    if (bytes.length > maxLineBytes) {
      // A space would be passed over, and what is left would look whole.
      bytes[maxLineBytes] = '.';
    }
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

  @Override
  public long fileBytesRead() {
    return file.fileBytesRead();
  }
}
