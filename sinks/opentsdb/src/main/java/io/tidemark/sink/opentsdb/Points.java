package io.tidemark.sink.opentsdb;

import java.util.Arrays;

/** Fills a body with points, each copied from its parts; allocates nothing else. */
final class Points {
  /** What a body has besides its points. */
  static final int MAX_FRAME = 2;

  private final Wire wire;
  private final byte[] body;
  private int position;
  private boolean isFirst = true;

  /**
   * @param maxBytes of all points to come
   */
  Points(Wire wire, long maxBytes) {
    this.wire = wire;
    this.body = new byte[Math.toIntExact(maxBytes + MAX_FRAME)];
    put(wire.begin);
  }

  void point(byte[] head, long timestampMillis, byte[] value, byte[] tail) {
    if (!isFirst) {
      put(wire.separator);
    }
    isFirst = false;
    put(head);
    putDigits(timestampMillis);
    put(wire.middle);
    put(value);
    put(tail);
  }

  private void put(byte[] bytes) {
    System.arraycopy(bytes, 0, body, position, bytes.length);
    position += bytes.length;
  }

  private void putDigits(long number) {
    if (number < 0) {
      body[position++] = '-';
    }
    long rest = Math.abs(number);
    int digits = 1;
    for (long more = rest; more >= 10; more /= 10) {
      digits++;
    }
    for (int i = digits - 1; i >= 0; i--) {
      body[position + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    position += digits;
  }

  /** Ends the body. */
  byte[] bytes() {
    put(wire.end);
    return Arrays.copyOf(body, position);
  }
}
