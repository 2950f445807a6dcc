package io.tidemark.sink.ignite;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The little of MessagePack that a server of Ignite's clients says, with a length before it. */
final class MessagePack {
  private static final int LEAST_OF_A_BYTE = -32;
  private static final int NIL = 0xC0;
  private static final int FALSE = 0xC2;
  private static final int TRUE = 0xC3;
  private static final int BINARY_8 = 0xC4;
  private static final int UNSIGNED_8 = 0xCC;
  private static final int SIGNED_8 = 0xD0;
  private static final int SIGNED_64 = 0xD3;
  private static final int EXTENSION_16 = 0xD8;
  private static final int STRING_8 = 0xD9;
  private static final int UUID = 3;
  private static final int UUID_BYTES = 16;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Small ones are one byte, as which they may be of any type. */
  MessagePack integer(long value) {
    if (value >= LEAST_OF_A_BYTE && value <= Byte.MAX_VALUE) {
      bytes.write((int) value);
      return this;
    }
    bytes.write(SIGNED_64);
    bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    return this;
  }

  MessagePack nil() {
    bytes.write(NIL);
    return this;
  }

  MessagePack bool(boolean value) {
    bytes.write(value ? TRUE : FALSE);
    return this;
  }

  /** At most 255 bytes. */
  MessagePack text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    bytes.write(STRING_8);
    bytes.write(utf8.length);
    bytes.writeBytes(utf8);
    return this;
  }

  MessagePack noBytes() {
    bytes.write(BINARY_8);
    bytes.write(0);
    return this;
  }

  MessagePack zeroUuid() {
    bytes.write(EXTENSION_16);
    bytes.write(UUID);
    bytes.writeBytes(new byte[UUID_BYTES]);
    return this;
  }

  MessagePack all(MessagePack other) {
    bytes.writeBytes(other.bytes.toByteArray());
    return this;
  }

  byte[] withLength() {
    return ByteBuffer.allocate(Integer.BYTES + bytes.size())
        .putInt(bytes.size())
        .put(bytes.toByteArray())
        .array();
  }

  /**
   * The next, in whichever way it was written.
   *
   * @throws IllegalArgumentException if it is no integer
   */
  static long integer(ByteBuffer from) {
    int type = from.get();
    if (type >= LEAST_OF_A_BYTE) {
      return type;
    }
    return switch (type & 0xFF) {
      case UNSIGNED_8 -> from.get() & 0xFF;
      case UNSIGNED_8 + 1 -> from.getShort() & 0xFFFF;
      case UNSIGNED_8 + 2 -> from.getInt() & 0xFFFF_FFFFL;
      case UNSIGNED_8 + 3, SIGNED_64 -> from.getLong();
      case SIGNED_8 -> from.get();
      case SIGNED_8 + 1 -> from.getShort();
      case SIGNED_8 + 2 -> from.getInt();
      default -> throw new IllegalArgumentException("no integer: type=%x".formatted(type & 0xFF));
    };
  }

  /**
   * The next, of at most 255 bytes.
   *
   * @throws IllegalArgumentException if it is no string
   */
  static String text(ByteBuffer from) {
    int type = from.get() & 0xFF;
    int length;
    if (type == STRING_8) {
      length = from.get() & 0xFF;
    } else if (type >> 5 == 0b101) {
      length = type & 0x1F;
    } else {
      throw new IllegalArgumentException("no short string: type=%x".formatted(type));
    }
    byte[] utf8 = new byte[length];
    from.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
