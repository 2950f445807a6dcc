package io.tidemark.parse.protobuf;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.tidemark.parse.RejectedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/**
 * Decompresses a remote-write body, which is a zstd frame or a Snappy block. The first bytes
 * distinguish them: a Snappy block can't begin like a frame, because its second element would copy
 * bytes that are not there yet.
 */
final class RemoteWriteBody {
  /** The largest size of a decompressed body, which is a usual bound of a request. */
  static final int MAX_BYTES = 32 << 20;

  /**
   * The highest ratio of compression: the densest element of Snappy, a copy, takes 3 bytes for 64.
   */
  private static final int MAX_SNAPPY_EXPANSION = 22;

  private static final int ZSTD = 0x28B52FFD;

  /** The beginning of a skippable frame; the low half of its first byte varies. */
  private static final int SKIPPABLE = 0x502A4D18;

  private static final int SKIPPABLE_MASK = 0xF0FFFFFF;

  private final ProtobufCursor cursor = new ProtobufCursor();
  private byte[] bytes = new byte[64 * 1024];

  /** Returns the bytes that were decompressed last; valid until the next call. */
  byte[] bytes() {
    return bytes;
  }

  /**
   * Decompresses a record into {@link #bytes} and returns their number. Bounds are checked first.
   */
  int decode(byte[] record) throws RejectedException {
    return isZstd(record) ? decodeZstd(record) : decodeSnappy(record);
  }

  /** A Snappy block can't begin with either number, because it would copy bytes not there yet. */
  private static boolean isZstd(byte[] record) {
    if (record.length < Integer.BYTES) {
      return false;
    }
    int magic = ByteBuffer.wrap(record).getInt();
    return magic == ZSTD || (magic & SKIPPABLE_MASK) == SKIPPABLE;
  }

  private int decodeSnappy(byte[] record) throws RejectedException {
    cursor.reset(record, 0, record.length);
    long size = cursor.varint();
    if (size < 0 || size > MAX_BYTES) {
      throw RejectedException.tooLarge("unpacked body", size, MAX_BYTES);
    }
    if (size > (long) record.length * MAX_SNAPPY_EXPANSION) {
      throw RejectedException.undecodable(
          "claims to unpack to more than it can [unpackedBytes=%d, bytes=%d]"
              .formatted(size, record.length));
    }
    reserve((int) size);
    try {
      return Snappy.uncompress(record, 0, record.length, bytes, 0);
    } catch (IOException | SnappyError e) {
      throw RejectedException.undecodable("not a Snappy block");
    }
  }

  /**
   * Enlarges the buffer step by step, because a frame need not state its size, and may overstate
   * it.
   */
  private int decodeZstd(byte[] record) throws RejectedException {
    while (true) {
      try {
        return (int) Zstd.decompressByteArray(bytes, 0, bytes.length, record, 0, record.length);
      } catch (ZstdException e) {
        if (e.getErrorCode() != Zstd.errDstSizeTooSmall()) {
          throw RejectedException.undecodable("not a zstd frame");
        }
      }
      if (bytes.length == MAX_BYTES) {
        throw RejectedException.tooLarge("unpacked body", MAX_BYTES + 1L, MAX_BYTES);
      }
      bytes = new byte[Math.min(MAX_BYTES, 4 * bytes.length)];
    }
  }

  private void reserve(int size) {
    if (size > bytes.length) {
      bytes = new byte[Math.min(MAX_BYTES, 2 * Integer.highestOneBit(size))];
    }
  }
}
