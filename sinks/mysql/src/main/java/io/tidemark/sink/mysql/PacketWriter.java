package io.tidemark.sink.mysql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Makes one packet, field by field; integers are little-endian. */
final class PacketWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  PacketWriter int1(int value) {
    bytes.write(value);
    return this;
  }

  PacketWriter int2(int value) {
    return int1(value).int1(value >>> 8);
  }

  PacketWriter int4(int value) {
    return int2(value).int2(value >>> 16);
  }

  PacketWriter int8(long value) {
    return int4((int) value).int4((int) (value >>> 32));
  }

  PacketWriter zeros(int count) {
    bytes.writeBytes(new byte[count]);
    return this;
  }

  PacketWriter bytes(byte[] part) {
    bytes.writeBytes(part);
    return this;
  }

  PacketWriter textAndZero(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8)).int1(0);
  }

  /** Length-encoded. */
  PacketWriter integer(long value) {
    if (value < 0xFB) {
      return int1((int) value);
    }
    if (value < 1 << 16) {
      return int1(0xFC).int2((int) value);
    }
    if (value < 1 << 24) {
      return int1(0xFD).int2((int) value).int1((int) value >>> 16);
    }
    return int1(0xFE).int8(value);
  }

  PacketWriter withLength(byte[] part) {
    return integer(part.length).bytes(part);
  }

  PacketWriter withLength(String text) {
    return withLength(text.getBytes(StandardCharsets.UTF_8));
  }

  int size() {
    return bytes.size();
  }

  byte[] packet() {
    return bytes.toByteArray();
  }
}
