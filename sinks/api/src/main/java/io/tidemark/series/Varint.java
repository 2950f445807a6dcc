package io.tidemark.series;

/** Protobuf's base-128 varints, for sizes and for millisecond timestamps. */
public final class Varint {
  private Varint() {}

  /** Returns the bytes that {@link #write} takes for the value, read as unsigned. */
  public static int size(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Writes the value, read as unsigned; returns the position after it. */
  public static int write(byte[] to, int position, long value) {
    while ((value & ~0x7FL) != 0) {
      to[position++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    to[position++] = (byte) value;
    return position;
  }
}
