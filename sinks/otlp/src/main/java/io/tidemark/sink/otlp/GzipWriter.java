package io.tidemark.sink.otlp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Writes bytes as one gzip file (RFC 1952) for a caller that knows where they repeat: a deflate
 * block of fixed codes (RFC 1951, 3.2.6), whose copies the caller names. So nothing is searched:
 * about a nanosecond for a byte that is written as it is, and three for a copy of up to 258.
 *
 * <p>Bytes that come before all others, and are known last, are a stored block of their own. Not
 * thread-safe; reused.
 */
final class GzipWriter {
  /** How far back a copy may begin. */
  static final int MAX_DISTANCE = 1 << 15;

  /** A shorter copy takes as many bits as its bytes. */
  static final int MIN_COPY_BYTES = 4;

  /** Of what {@link #finish} puts first. */
  static final int MAX_FIRST_BYTES = 64;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Magic number, deflate, no flags, no time, no hint, no system. */
  private static final byte[] FILE_HEAD = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  private static final int STORED_HEAD_BYTES = 5;
  private static final int BODY_AT = FILE_HEAD.length + STORED_HEAD_BYTES + MAX_FIRST_BYTES;
  private static final int TAIL_BYTES = 8;
  private static final int SLACK_BYTES = 64;

  /** The last block, of fixed codes. */
  private static final int BLOCK_HEAD = 0b011;

  private static final int BLOCK_HEAD_BITS = 3;
  private static final int END_OF_BLOCK_BITS = 7;
  private static final int MAX_COPY_BYTES = 258;
  private static final int MIN_LENGTH = 3;
  private static final int DISTANCE_BITS = 5;

  /** By literal and by length: the code, its bits in the order of the stream, and their number. */
  private static final int[] LITERALS = new int[256];

  private static final int[] LENGTHS = new int[MAX_COPY_BYTES + 1];
  private static final int COUNT_SHIFT = 24;
  private static final int CODE_MASK = (1 << COUNT_SHIFT) - 1;

  static {
    for (int literal = 0; literal < LITERALS.length; literal++) {
      LITERALS[literal] = symbol(literal, 0, 0);
    }
    for (int length = MIN_LENGTH; length < MAX_COPY_BYTES; length++) {
      int rest = length - MIN_LENGTH;
      int extraBits = rest < 8 ? 0 : 29 - Integer.numberOfLeadingZeros(rest);
      LENGTHS[length] =
          symbol(
              257 + 4 * extraBits + (rest >>> extraBits), rest & (1 << extraBits) - 1, extraBits);
    }
    LENGTHS[MAX_COPY_BYTES] = symbol(285, 0, 0);
  }

  private final CRC32 crc = new CRC32();
  private byte[] out = new byte[64 * 1024];
  private int position;
  private long bits;
  private int bitCount;
  private int pendingDistance;
  private int pendingLength;

  /** A symbol of the fixed codes, then bits of its own. */
  private static int symbol(int symbol, int extra, int extraBits) {
    int count;
    int code;
    if (symbol < 144) {
      count = 8;
      code = 0b0011_0000 + symbol;
    } else if (symbol < 256) {
      count = 9;
      code = 0b1_1001_0000 + symbol - 144;
    } else if (symbol < 280) {
      count = 7;
      code = symbol - 256;
    } else {
      count = 8;
      code = 0b1100_0000 + symbol - 280;
    }
    int reversed = Integer.reverse(code) >>> 32 - count;
    return count + extraBits << COUNT_SHIFT | reversed | extra << count;
  }

  void clear() {
    position = BODY_AT;
    bits = BLOCK_HEAD;
    bitCount = BLOCK_HEAD_BITS;
    pendingLength = 0;
  }

  /** Bytes as they are. */
  void literal(byte[] from, int start, int end) {
    if (start == end) {
      return;
    }
    writePendingCopy();
    reserve(end - start);
    for (int at = start; at < end; at++) {
      int code = LITERALS[from[at] & 0xFF];
      put(code & CODE_MASK, code >>> COUNT_SHIFT);
    }
  }

  /**
   * Bytes, of which some are those that lie {@code distance} back.
   *
   * @param raw all bytes so far, among them these
   */
  void alike(byte[] raw, int start, int end, int distance) {
    if (distance > MAX_DISTANCE) {
      literal(raw, start, end);
      return;
    }
    int at = start;
    int written = start;
    while (at < end) {
      int same = sameBytes(raw, at, end, distance);
      if (same >= MIN_COPY_BYTES || at == start && same > 0 && isPending(distance)) {
        literal(raw, written, at);
        copy(distance, same);
        written = at + same;
      }
      at += same;
      while (at < end && raw[at] != raw[at - distance]) {
        at++;
      }
    }
    literal(raw, written, end);
  }

  /** How many bytes from there on are those that lie {@code distance} back. */
  static int sameBytes(byte[] raw, int start, int end, int distance) {
    int mismatch = Arrays.mismatch(raw, start, end, raw, start - distance, end - distance);
    return mismatch < 0 ? end - start : mismatch;
  }

  private boolean isPending(int distance) {
    return pendingLength > 0 && pendingDistance == distance;
  }

  /** Bytes that lie {@code distance} back, at least {@link #MIN_COPY_BYTES}; copies join. */
  private void copy(int distance, int length) {
    if (!isPending(distance)) {
      writePendingCopy();
      pendingDistance = distance;
    }
    pendingLength += length;
  }

  private void writePendingCopy() {
    if (pendingLength == 0) {
      return;
    }
    reserve(pendingLength);
    int far = pendingDistance - 1;
    int extraBits = far < 4 ? 0 : 30 - Integer.numberOfLeadingZeros(far);
    int code = 2 * extraBits + (far >>> extraBits);
    int distance =
        Integer.reverse(code) >>> 32 - DISTANCE_BITS
            | (far & (1 << extraBits) - 1) << DISTANCE_BITS;
    int distanceBits = DISTANCE_BITS + extraBits;
    int rest = pendingLength;
    while (rest > 0) {
      // What is left must be long enough for a copy.
      int length =
          rest <= MAX_COPY_BYTES
              ? rest
              : rest < MAX_COPY_BYTES + MIN_LENGTH ? rest - MIN_LENGTH : MAX_COPY_BYTES;
      int symbol = LENGTHS[length];
      put(symbol & CODE_MASK, symbol >>> COUNT_SHIFT);
      put(distance, distanceBits);
      rest -= length;
    }
    pendingLength = 0;
  }

  private void put(long code, int count) {
    bits |= code << bitCount;
    bitCount += count;
    if (bitCount >= Integer.SIZE) {
      INT.set(out, position, (int) bits);
      position += Integer.BYTES;
      bits >>>= Integer.SIZE;
      bitCount -= Integer.SIZE;
    }
  }

  /** No code of fixed ones takes more than nine bits a byte. */
  private void reserve(int rawBytes) {
    long needed = position + rawBytes + rawBytes / 8L + SLACK_BYTES;
    if (needed > out.length) {
      out =
          Arrays.copyOf(
              out, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * out.length)));
    }
  }

  /**
   * The file, in an array of its own.
   *
   * @param raw all of its bytes from {@code start} to {@code end}
   * @param first how many of them come before those that were written
   */
  byte[] finish(byte[] raw, int start, int end, int first) {
    writePendingCopy();
    reserve(0);
    put(0, END_OF_BLOCK_BITS);
    LONG.set(out, position, bits);
    position += (bitCount + 7) / 8;
    crc.reset();
    crc.update(raw, start, end - start);
    INT.set(out, position, (int) crc.getValue());
    INT.set(out, position + Integer.BYTES, end - start);
    position += TAIL_BYTES;
    int firstAt = BODY_AT - first;
    System.arraycopy(raw, start, out, firstAt, first);
    int storedAt = firstAt - STORED_HEAD_BYTES;
    out[storedAt] = 0;
    INT.set(out, storedAt + 1, first | ~first << 16);
    int fileAt = storedAt - FILE_HEAD.length;
    System.arraycopy(FILE_HEAD, 0, out, fileAt, FILE_HEAD.length);
    return Arrays.copyOfRange(out, fileAt, position);
  }
}
