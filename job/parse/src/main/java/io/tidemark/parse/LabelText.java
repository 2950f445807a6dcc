package io.tidemark.parse;

import com.google.protobuf.UnsafeByteOperations;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checks the text of labels: it is UTF-8 (RFC 3629) without NUL, which the text of some databases
 * can't contain. Line ends are allowed; writers of line formats escape them.
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
      // Takes eight bytes at a time while all are ASCII and none is below the space. If fewer than
      // eight are left, only those are checked; a borrow only affects later bytes.
      if (position + 8 <= bytes.length) {
        long eight = (long) LONG.get(bytes, position);
        int beyond = Math.max(0, 8 - (end - position));
        if (((eight | (eight - ONES * 0x20)) & HIGH_BITS >>> 8 * beyond) == 0) {
          position += 8;
          continue;
        }
      }
      byte first = bytes[position];
      if (first == 0) {
        return false;
      }
      if (first < 0) {
        return isUtf8WithoutNul(bytes, position, end);
      }
      position++;
    }
    return true;
  }

  private static boolean isUtf8WithoutNul(byte[] bytes, int from, int end) {
    for (int i = from; i < end; i++) {
      if (bytes[i] == 0) {
        return false;
      }
    }
    return UnsafeByteOperations.unsafeWrap(bytes, from, end - from).isValidUtf8();
  }
}
