package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.core.fs.Path;

/**
 * Reads the lines of an uncompressed or decompressed file as records with the path, the line number
 * from 1, and the bytes without the line feed. A part of a file has the lines whose first byte is
 * in the part, numbered from 1, so each line is in exactly one part.
 *
 * <p>Of a line longer than {@code maxLineBytes}, one byte more than that is kept, which
 * distinguishes it from a line that just fits, and the rest is skipped. So a file without line ends
 * takes no more memory.
 */
final class FileLines implements RecordReader {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final String origin;
  private final UnpackedFile file;
  private final int maxLineBytes;
  private final long to;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /** The position of the buffer's first byte in the uncompressed file. */
  private long bufferAt;

  private long firstLineAt;
  private int position;
  private int end;
  private long linesDone;

  private FileLines(String origin, UnpackedFile file, int maxLineBytes, long bufferAt, long to) {
    this.origin = origin;
    this.file = file;
    this.maxLineBytes = maxLineBytes;
    this.bufferAt = bufferAt;
    this.to = to;
  }

  static FileLines whole(Path path, UnpackedFile file, int maxLineBytes) {
    return new FileLines(path.toString(), file, maxLineBytes, 0, Long.MAX_VALUE);
  }

  /** Opens a part of a file that is not compressed. */
  static FileLines part(FileSourceSplit part, int maxLineBytes) throws IOException {
    Path path = part.path();
    long from = part.offset();
    long to = from + part.length();
    if (from == 0) {
      UnpackedFile file = UnpackedFile.openAt(path, 0, part.fileSize());
      return new FileLines(path.toString(), file, maxLineBytes, 0, to);
    }
    // The byte before the part shows whether a line begins at the part's first byte.
    UnpackedFile file = UnpackedFile.openAt(path, from - 1, part.fileSize());
    var lines = new FileLines(path + "@" + from, file, maxLineBytes, from - 1, to);
    try {
      lines.passLine();
      return lines;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private void passLine() throws IOException {
    boolean ended = false;
    while (!ended && (position < end || fill())) {
      ended = readPart();
      line.reset();
    }
    firstLineAt = bufferAt + position;
  }

  @Override
  public SourceRecord next() throws IOException {
    if (bufferAt + position >= to) {
      return null;
    }
    boolean begun = false;
    while (position < end || fill()) {
      begun = true;
      if (readPart()) {
        return endLine();
      }
    }
    return begun ? endLine() : null;
  }

  /** Appends the buffer's part of the current line; returns whether the line ends there. */
  private boolean readPart() {
    int start = position;
    while (position < end && buffer[position] != '\n') {
      position++;
    }
    int kept = Math.min(position - start, maxLineBytes + 1 - line.size());
    line.write(buffer, start, kept);
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
      // If this byte stayed a space, parsers would skip it and take the cut line for a complete
      // one.
      bytes[maxLineBytes] = '.';
    }
    return new SourceRecord(origin, 0, linesDone, -1, bytes);
  }

  private boolean fill() throws IOException {
    bufferAt += end;
    position = 0;
    end = Math.max(0, file.read(buffer, 0, buffer.length));
    return end > 0;
  }

  @Override
  public long fileBytesRead() {
    return file.isPacked() ? file.fileBytesRead() : bufferAt + position - firstLineAt;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
