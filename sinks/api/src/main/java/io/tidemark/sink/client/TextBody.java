package io.tidemark.sink.client;

import java.util.Arrays;

/** A body of text, filled by copying its parts; it allocates nothing else. */
public final class TextBody {
  private final byte[] bytes;
  private int length;

  /**
   * @param maxBytes the most bytes of all parts to come
   * @throws ArithmeticException if no array can hold so many
   */
  public TextBody(long maxBytes) {
    bytes = new byte[Math.toIntExact(maxBytes)];
  }

  public int length() {
    return length;
  }

  public void put(byte[] part) {
    System.arraycopy(part, 0, bytes, length, part.length);
    length += part.length;
  }

  /**
   * @param character an ASCII character
   */
  public void put(char character) {
    bytes[length++] = (byte) character;
  }

  public void putDigits(long number) {
    if (number < 0) {
      put('-');
    }
    long rest = Math.abs(number);
    int digits = 1;
    for (long more = rest; more >= 10; more /= 10) {
      digits++;
    }
    for (int i = digits - 1; i >= 0; i--) {
      bytes[length + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  public byte[] bytes() {
    return Arrays.copyOf(bytes, length);
  }
}
