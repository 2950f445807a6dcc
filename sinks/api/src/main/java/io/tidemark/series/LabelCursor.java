package io.tidemark.series;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks over the encoding of {@link Labels} without allocating; offsets are into {@link
 * Labels#encoded}.
 */
public final class LabelCursor {
  private final byte[] encoded;
  private int start;
  private int end;
  private int nameOffset;
  private int nameLength;
  private int valueOffset;
  private int valueLength;
  private int position;

  LabelCursor(byte[] encoded) {
    this.encoded = encoded;
  }

  /** Moves to the next label; returns false if there is none. */
  public boolean next() {
    if (end == encoded.length) {
      return false;
    }
    start = end;
    position = start + 1;
    int size = readVarint();
    end = position + size;
    position++;
    nameLength = readVarint();
    nameOffset = position;
    position += nameLength + 1;
    valueLength = readVarint();
    valueOffset = position;
    return true;
  }

  /** Returns where this label's encoding begins. */
  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  public int nameOffset() {
    return nameOffset;
  }

  public int nameLength() {
    return nameLength;
  }

  public int valueOffset() {
    return valueOffset;
  }

  public int valueLength() {
    return valueLength;
  }

  public String name() {
    return new String(encoded, nameOffset, nameLength, StandardCharsets.UTF_8);
  }

  /**
   * @param bytes the bytes of a name
   */
  public boolean hasName(byte[] bytes) {
    return Arrays.equals(encoded, nameOffset, nameOffset + nameLength, bytes, 0, bytes.length);
  }

  public String value() {
    return new String(encoded, valueOffset, valueLength, StandardCharsets.UTF_8);
  }

  private int readVarint() {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = encoded[position++];
      value |= (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}
