package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads the fields of a protobuf message in place. After {@link #next}, exactly one of {@link
 * #enter}, {@link #varint}, {@link #fixed64} and {@link #skip} takes the field's value. Every
 * length is checked against the enclosing message.
 */
final class ProtobufCursor {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private byte[] bytes;
  private int position;
  private int limit;
  private int fieldStart;
  private int field;
  private int wireType;

  void reset(byte[] bytes, int offset, int end) {
    this.bytes = bytes;
    position = offset;
    limit = end;
  }

  /** Moves back to a position in the current message. */
  void rewind(int position) {
    this.position = position;
  }

  int position() {
    return position;
  }

  int limit() {
    return limit;
  }

  /** Returns the position of the current field's tag. */
  int fieldStart() {
    return fieldStart;
  }

  /** Moves to the message's next field; returns false at its end. */
  boolean next() throws RejectedException {
    if (position == limit) {
      return false;
    }
    fieldStart = position;
    long tag = varint();
    wireType = (int) tag & 7;
    field = (int) (tag >>> 3);
    if (tag >>> 32 != 0 || field == 0) {
      throw malformed("a field's tag");
    }
    return true;
  }

  boolean isBytes(int number) {
    return field == number && wireType == BYTES;
  }

  boolean isVarint(int number) {
    return field == number && wireType == VARINT;
  }

  boolean isFixed64(int number) {
    return field == number && wireType == FIXED64;
  }

  /**
   * Enters a length-delimited value, from {@link #position} to {@link #limit}.
   *
   * @return the value that {@link #leave} needs to leave it again
   */
  int enter() throws RejectedException {
    long length = varint();
    if (length < 0 || length > limit - position) {
      throw malformed("a length");
    }
    int outerLimit = limit;
    limit = position + (int) length;
    return outerLimit;
  }

  void leave(int outerLimit) {
    position = limit;
    limit = outerLimit;
  }

  void skip() throws RejectedException {
    switch (wireType) {
      case VARINT -> varint();
      case FIXED64 -> take(8);
      case BYTES -> leave(enter());
      case FIXED32 -> take(4);
      default -> throw malformed("a wire type");
    }
  }

  long varint() throws RejectedException {
    long value = 0;
    for (int shift = 0; shift < 64 && position < limit; shift += 7) {
      byte b = bytes[position++];
      value |= (b & 0x7FL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw malformed("a varint");
  }

  /** Reads a value like {@link #fixed64} as a double. */
  double float64() throws RejectedException {
    return Double.longBitsToDouble(fixed64());
  }

  long fixed64() throws RejectedException {
    int at = position;
    take(8);
    return (long) LONG.get(bytes, at);
  }

  private void take(int count) throws RejectedException {
    if (count > limit - position) {
      throw malformed("a fixed-size value");
    }
    position += count;
  }

  private RejectedException malformed(String what) {
    return new RejectedException(
        Rejection.UNDECODABLE, "not protobuf: %s is wrong [byte=%d]".formatted(what, fieldStart));
  }
}
