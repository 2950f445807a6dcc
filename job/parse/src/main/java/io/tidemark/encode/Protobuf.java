package io.tidemark.encode;

import io.tidemark.series.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Protobuf's fields. */
final class Protobuf {
  private static final int VARINT = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int SIZED = 2;

  private Protobuf() {}

  static void bytes(ByteArrayOutputStream to, int field, byte[] bytes) {
    bytes(to, field, bytes, 0, bytes.length);
  }

  static void bytes(ByteArrayOutputStream to, int field, byte[] bytes, int from, int length) {
    to.write(field << 3 | SIZED);
    varint(to, length);
    to.write(bytes, from, length);
  }

  static void varint(ByteArrayOutputStream to, int field, long value) {
    to.write(field << 3 | VARINT);
    varint(to, value);
  }

  /** A double, or a fixed64. */
  static void eightBytes(ByteArrayOutputStream to, int field, long bits) {
    to.write(field << 3 | EIGHT_BYTES);
    to.writeBytes(
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(bits).array());
  }

  private static void varint(ByteArrayOutputStream to, long value) {
    byte[] varint = new byte[Varint.size(value)];
    Varint.write(varint, 0, value);
    to.writeBytes(varint);
  }
}
