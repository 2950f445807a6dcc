package io.tidemark.sink.rrdcached;

import io.tidemark.sink.Payload;
import java.util.Arrays;

/** Fills a body with lines, each a copy of its head and some digits; allocates nothing else. */
final class UpdateLines {
  private byte[] body;
  private int position;

  /**
   * @param maxBytes of all lines to come
   */
  UpdateLines(int maxBytes) {
    body = new byte[maxBytes];
  }

  /**
   * @param head see {@link UpdateLine#head}
   */
  void line(byte[] head, long timestampMillis, byte[] value) {
    System.arraycopy(head, 0, body, position, head.length);
    position += head.length;
    putDigits(Math.floorDiv(timestampMillis, 1000));
    body[position++] = ':';
    System.arraycopy(value, 0, body, position, value.length);
    position += value.length;
    body[position++] = '\n';
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

  Payload payload(int samples) {
    return new Payload(Arrays.copyOf(body, position), UpdateFormat.ENCODING, samples, position);
  }
}
