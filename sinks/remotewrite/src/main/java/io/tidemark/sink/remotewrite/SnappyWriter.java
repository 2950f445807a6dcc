package io.tidemark.sink.remotewrite;

import io.tidemark.series.Varint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes one block of Snappy's format element by element, for a caller that knows what repeats.
 *
 * <p>A literal stays open while bytes are added to it, and its length is filled in when a copy ends
 * it; a copy stays pending while others of the same distance follow it. Elements are written eight
 * bytes at a time, beyond their end: {@link #reserve} leaves room.
 */
final class SnappyWriter {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * A copy shorter than this may take more bytes, with the literals around it, than it stands for.
   */
  static final int MIN_COPY_BYTES = 8;

  private static final int PREAMBLE_BYTES = 5;
  private static final int MAX_LITERAL_BYTES = 1 << 15;
  private static final int SLACK_BYTES = 64;
  private static final int NONE = -1;

  private byte[] out = new byte[64 * 1024];
  private int position;
  private int openLiteral;
  private int pendingDistance;
  private int pendingLength;
  private int rawBytes;

  void clear() {
    position = PREAMBLE_BYTES;
    openLiteral = NONE;
    pendingLength = 0;
    rawBytes = 0;
  }

  /** Returns how many bytes the elements written so far decompress to. */
  int rawBytes() {
    return rawBytes;
  }

  /** Makes room for elements that stand for this many bytes. */
  void reserve(int moreRawBytes) {
    int needed = pendingLength + moreRawBytes + SLACK_BYTES;
    if (out.length - position < needed) {
      long wanted = Math.max(2L * out.length, (long) position + needed);
      out = Arrays.copyOf(out, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }

  void literal(byte[] from, int offset, int length) {
    openLiteral();
    System.arraycopy(from, offset, out, position, length);
    advanceLiteral(length);
  }

  /** Writes a field's tag and its size. */
  void literalHeader(int tag, int size) {
    openLiteral();
    out[position] = (byte) tag;
    int end = Varint.write(out, position + 1, size);
    advanceLiteral(end - position);
  }

  /** Writes a whole {@code Sample} field, whose timestamp must take six bytes. */
  void literalSample(long valueBits, long timestampMillis) {
    openLiteral();
    long timestamp = TickRepeat.sixByteVarint(timestampMillis);
    LONG.set(out, position, 0x091012L | valueBits << 24);
    LONG.set(out, position + 8, valueBits >>> 40 | 0x10L << 24 | timestamp << 32);
    LONG.set(out, position + 12, timestamp);
    advanceLiteral(18);
  }

  /** Writes a label of an instance &gt; 0. */
  void literalInstance(InstanceLabel label, RemoteWriteTemplate template, int hole, int instance) {
    openLiteral();
    advanceLiteral(label.write(out, position, template, hole, instance) - position);
  }

  void literalDigits(int instance) {
    openLiteral();
    advanceLiteral(InstanceLabel.writeDigits(out, position, instance) - position);
  }

  /** Repeats {@code length} &gt; 0 bytes that begin {@code distance} bytes back. */
  void copy(int distance, int length) {
    if (distance != pendingDistance) {
      writePendingCopy();
    }
    closeLiteral();
    pendingDistance = distance;
    pendingLength += length;
    rawBytes += length;
  }

  /**
   * Writes a copy of {@code length} bytes, then a timestamp, of which only those bytes are written
   * that differ from the timestamp that lies {@code distance} back.
   */
  void repeat(int distance, int length, long timestampMillis, long millisBefore) {
    copy(distance, length);
    writePendingCopy();
    int changed = Varint.size(timestampMillis ^ millisBefore);
    LONG.set(out, position, (changed - 1) << 2 | TickRepeat.sixByteVarint(timestampMillis) << 8);
    position += 1 + changed;
    rawBytes += 6;
    pendingLength = 6 - changed;
  }

  /** Does the same with a new value between the copy and the timestamp. */
  void repeat(int distance, int length, long valueBits, long timestampMillis, long millisBefore) {
    copy(distance, length);
    writePendingCopy();
    int changed = Varint.size(timestampMillis ^ millisBefore);
    LONG.set(out, position, (8 + changed) << 2 | valueBits << 8);
    LONG.set(
        out,
        position + 8,
        valueBits >>> 56 | 0x10 << 8 | TickRepeat.sixByteVarint(timestampMillis) << 16);
    position += 10 + changed;
    rawBytes += 15;
    pendingLength = 6 - changed;
  }

  /** Writes the tick before again with other timestamps; see {@link TickRepeat}. */
  void repeatTick(
      int tickBytes,
      SourceSamples samples,
      long offsetBefore,
      long offset,
      int[] entryBytes,
      int instances) {
    closeLiteral();
    if (pendingDistance != tickBytes) {
      writePendingCopy();
    }
    reserve(tickBytes);
    int count = samples.count();
    position =
        TickRepeat.write(
            out,
            position,
            pendingLength,
            tickBytes,
            samples.timestamps,
            count,
            offsetBefore,
            offset,
            entryBytes,
            instances);
    rawBytes += tickBytes;
    pendingDistance = tickBytes;
    pendingLength = TickRepeat.unchangedBytes(samples.timestamps[count - 1], offsetBefore, offset);
  }

  /** Returns the finished block, in an array of its own. */
  byte[] toByteArray() {
    closeLiteral();
    writePendingCopy();
    int start = PREAMBLE_BYTES - Varint.size(rawBytes);
    Varint.write(out, start, rawBytes);
    return Arrays.copyOfRange(out, start, position);
  }

  /**
   * Returns the finished block, in which other bytes come before its own.
   *
   * @param first an array with these bytes at its beginning
   */
  byte[] toByteArray(byte[] first, int firstBytes) {
    closeLiteral();
    writePendingCopy();
    int whole = firstBytes + rawBytes;
    int last = firstBytes - 1;
    int lengthBytes = last < 60 ? 0 : (39 - Integer.numberOfLeadingZeros(last)) / 8;
    int literalAt = Varint.size(whole) + 1 + lengthBytes;
    int elements = position - PREAMBLE_BYTES;
    byte[] block = new byte[literalAt + firstBytes + elements];
    int at = Varint.write(block, 0, whole);
    block[at++] = (byte) ((lengthBytes == 0 ? last : 59 + lengthBytes) << 2);
    for (int i = 0; i < lengthBytes; i++) {
      block[at++] = (byte) (last >>> 8 * i);
    }
    System.arraycopy(first, 0, block, at, firstBytes);
    System.arraycopy(out, PREAMBLE_BYTES, block, at + firstBytes, elements);
    return block;
  }

  private void writePendingCopy() {
    if (pendingLength > 0) {
      position =
          pendingDistance < 1 << 16
              ? nearCopy(pendingDistance, pendingLength)
              : farCopy(pendingDistance, pendingLength);
      pendingLength = 0;
    }
  }

  private int nearCopy(int distance, int length) {
    int at = position;
    int rest = length;
    for (; rest > 64; rest -= 64) {
      LONG.set(out, at, 63 << 2 | 2 | (long) distance << 8);
      at += 3;
    }
    if (distance < 1 << 11 && rest >= 4 && rest <= 11) {
      out[at] = (byte) (distance >>> 8 << 5 | (rest - 4) << 2 | 1);
      out[at + 1] = (byte) distance;
      return at + 2;
    }
    LONG.set(out, at, (rest - 1) << 2 | 2 | (long) distance << 8);
    return at + 3;
  }

  private int farCopy(int distance, int length) {
    int at = position;
    int rest = length;
    for (; rest > 64; rest -= 64) {
      LONG.set(out, at, 63 << 2 | 3 | (long) distance << 8);
      at += 5;
    }
    LONG.set(out, at, (rest - 1) << 2 | 3 | (long) distance << 8);
    return at + 5;
  }

  private void openLiteral() {
    if (openLiteral != NONE && position - openLiteral > MAX_LITERAL_BYTES) {
      closeLiteral();
    }
    if (openLiteral == NONE) {
      writePendingCopy();
      openLiteral = position++;
    }
  }

  private void advanceLiteral(int length) {
    position += length;
    rawBytes += length;
  }

  /**
   * Fills in the literal's length. One byte was left for it, enough for most; a longer literal
   * moves up.
   */
  private void closeLiteral() {
    if (openLiteral == NONE) {
      return;
    }
    int last = position - openLiteral - 2;
    if (last < 60) {
      out[openLiteral] = (byte) (last << 2);
    } else {
      int lengthBytes = (39 - Integer.numberOfLeadingZeros(last)) / 8;
      int body = openLiteral + 1;
      System.arraycopy(out, body, out, body + lengthBytes, position - body);
      position += lengthBytes;
      out[openLiteral] = (byte) ((59 + lengthBytes) << 2);
      for (int i = 0; i < lengthBytes; i++) {
        out[body + i] = (byte) (last >>> 8 * i);
      }
    }
    openLiteral = NONE;
  }
}
