package io.tidemark.sink.mysql;

import java.nio.charset.StandardCharsets;

/** Reads the fields of one packet ("Protocol Basics"): integers are little-endian. */
final class PacketReader {
  private static final int NULL = 0xFB;

  private final byte[] bytes;
  private int at;

  PacketReader(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean hasMore() {
    return at < bytes.length;
  }

  int left() {
    return bytes.length - at;
  }

  /** 0 to 255; what lies behind the end is 0. */
  int int1() {
    return at < bytes.length ? bytes[at++] & 0xFF : 0;
  }

  int int2() {
    return int1() | int1() << 8;
  }

  int int4() {
    return int2() | int2() << 16;
  }

  /** Length-encoded. */
  long integer() {
    int first = int1();
    return switch (first) {
      case 0xFC -> int2();
      case 0xFD -> int2() | (long) int1() << 16;
      case 0xFE -> (int4() & 0xFFFF_FFFFL) | (long) int4() << 32;
      default -> first;
    };
  }

  byte[] bytes(int length) {
    byte[] part = new byte[Math.max(0, Math.min(length, left()))];
    System.arraycopy(bytes, at, part, 0, part.length);
    at += part.length;
    return part;
  }

  /** Up to a zero byte, or the end. */
  byte[] untilZero() {
    int end = at;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    byte[] part = bytes(end - at);
    at++;
    return part;
  }

  String textUntilZero() {
    return new String(untilZero(), StandardCharsets.UTF_8);
  }

  /** With its length before it; null for NULL. */
  String text() {
    if (hasMore() && (bytes[at] & 0xFF) == NULL) {
      at++;
      return null;
    }
    return new String(bytes((int) integer()), StandardCharsets.UTF_8);
  }

  String rest() {
    return new String(bytes(left()), StandardCharsets.UTF_8);
  }
}
