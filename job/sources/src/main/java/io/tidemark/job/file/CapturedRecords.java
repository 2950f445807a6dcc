package io.tidemark.job.file;

import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.protobuf.RemoteWriteParser;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;

/** Reads the records of a {@link CaptureFile} after its first bytes, numbered from 1. */
final class CapturedRecords implements RecordReader {
  private final String path;
  private final UnpackedFile file;
  private final DataInputStream in;
  private long done;

  CapturedRecords(String path, UnpackedFile file) {
    this.path = path;
    this.file = file;
    this.in = new DataInputStream(file);
  }

  @Override
  public SourceRecord next() throws IOException {
    int first = in.read();
    if (first < 0) {
      return null;
    }
    long timestampMillis = (long) first << 56;
    for (int shift = 48; shift >= 0; shift -= 8) {
      timestampMillis |= (long) in.readUnsignedByte() << shift;
    }
    int size = in.readInt();
    done++;
    return new SourceRecord(path, 0, done, timestampMillis, value(size));
  }

  private byte[] value(int size) throws IOException {
    if (size == CaptureFile.NO_VALUE) {
      return null;
    }
    if (size < 0 || size > RemoteWriteParser.MAX_DECODED_BYTES) {
      throw new IOException(
          "no capture, or broken [bytes=%d, maxBytes=%d]"
              .formatted(size, RemoteWriteParser.MAX_DECODED_BYTES));
    }
    byte[] value = in.readNBytes(size);
    if (value.length < size) {
      throw new EOFException();
    }
    return value;
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
