package io.tidemark.parse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What text may stand in a label: UTF-8 (RFC 3629) without NUL, which some databases have not in
 * their text. Line ends may stand there; who writes labels into lines escapes them.
 */
public final class LabelText {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long ONES = 0x0101010101010101L;

  private LabelText() {}

  public static boolean isValid(byte[] bytes, int offset, int length) {
    int position = offset;
    int end = offset + length;
    while (position < end) {
      // Eight at a time while all are ASCII and none is below the space; of the last eight those
      // that are still text: a borrow goes from a byte to later ones only.
      if (position + 8 <= bytes.length) {
        long eight = (long) LONG.get(bytes, position);
        int beyond = Math.max(0, 8 - (end - position));
        if (((eight | (eight - ONES * 0x20)) & HIGH_BITS >>> 8 * beyond) == 0) {
          position += 8;
          continue;
        }
      }
      byte first = bytes[position];
      if (first >= 0) {
        if (first == 0) {
          return false;
        }
        position++;
        continue;
      }
      int size = sequenceSize(bytes, position, end);
      if (size == 0) {
        return false;
      }
      position += size;
    }
    return true;
  }

  /** Bytes of the well-formed multi-byte sequence at {@code position}, or 0. */
  private static int sequenceSize(byte[] bytes, int position, int end) {
    int first = bytes[position] & 0xFF;
    int size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || position + size > end) {
      return 0;
    }
    int second = bytes[position + 1] & 0xFF;
    boolean secondInRange =
        switch (first) {
          case 0xE0 -> second >= 0xA0 && second <= 0xBF; // no longer forms of two-byte text
          case 0xED -> second >= 0x80 && second <= 0x9F; // no surrogates
          case 0xF0 -> second >= 0x90 && second <= 0xBF; // no longer forms of three-byte text
          case 0xF4 -> second >= 0x80 && second <= 0x8F; // nothing above U+10FFFF
          default -> second >= 0x80 && second <= 0xBF;
        };
    if (!secondInRange) {
      return 0;
    }
    for (int i = 2; i < size; i++) {
      if ((bytes[position + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return size;
  }
}
