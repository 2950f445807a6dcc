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

  PacketWriter zeros(int count) {
    bytes.writeBytes(new byte[count]);
    return this;
  }

  PacketWriter text(String text) {
    bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  PacketWriter textAndZero(String text) {
    return text(text).int1(0);
  }

  /** Of less than 251 bytes. */
  PacketWriter withLength(String text) {
    return int1(text.length()).text(text);
  }

  byte[] packet() {
    return bytes.toByteArray();
  }
}
