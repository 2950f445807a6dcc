package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads a sample of a remote-write time series, of either version. A plain one, as most are, is
 * read without the general cursor. It is the only one of its series and consists of its value and a
 * timestamp of six bytes: {@code 0x12 16 0x09 value 0x10 timestamp}.
 */
final class WireSample {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int BYTES = 18;
  private static final long HEAD = 0x091012;

  /**
   * The timestamp's tag, and the highest bit of each of its six bytes, of which only the last one's
   * is 0.
   */
  private static final long TAIL_MASK = 0x8080_8080_8080_FF00L;

  private static final long TAIL = 0x0080_8080_8080_1000L;

  private WireSample() {}

  /** Tells whether the bytes from {@code at} to {@code limit} are exactly one plain sample. */
  static boolean isPlain(byte[] bytes, int at, int limit) {
    return limit - at == BYTES
        && ((long) LONG.get(bytes, at) & 0xFFFFFF) == HEAD
        && ((long) LONG.get(bytes, at + 10) & TAIL_MASK) == TAIL;
  }

  static double value(byte[] bytes, int at) {
    return Double.longBitsToDouble((long) LONG.get(bytes, at + 3));
  }

  static long timestampMillis(byte[] bytes, int at) {
    long six = (long) LONG.get(bytes, at + 10) >>> 16;
    return six & 0x7F
        | (six & 0x7F00) >>> 1
        | (six & 0x7F_0000) >>> 2
        | (six & 0x7F00_0000L) >>> 3
        | (six & 0x7F_0000_0000L) >>> 4
        | (six & 0x7F00_0000_0000L) >>> 5;
  }

  /** Reads any sample. A missing field is 0, as in proto3. */
  static Sample read(ProtobufCursor cursor, Labels series) throws RejectedException {
    long timestampMillis = 0;
    double value = 0;
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.isFixed64(1)) {
        value = cursor.float64();
      } else if (cursor.isVarint(2)) {
        timestampMillis = cursor.varint();
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
    return new Sample(series, timestampMillis, value);
  }
}
