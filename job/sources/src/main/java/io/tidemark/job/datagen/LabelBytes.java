package io.tidemark.job.datagen;

import io.tidemark.series.Labels;
import io.tidemark.series.Varint;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Assembles the labels of a generated series from prepared parts, in the encoding of {@link
 * Labels}. The caller adds labels in the order of their names. The cost is that of copying and one
 * allocation.
 */
final class LabelBytes {
  private byte[] bytes = new byte[512];
  private int length;

  /** Returns the encoding of a label that never changes. */
  static byte[] fixed(String name, String value) {
    return Labels.of(Map.of(name, value)).encoded();
  }

  /** A label whose value is a word followed by a number. */
  record Numbered(byte[] name, byte[] word) {
    Numbered(String name, String word) {
      this(name.getBytes(StandardCharsets.US_ASCII), word.getBytes(StandardCharsets.US_ASCII));
    }
  }

  void clear() {
    length = 0;
  }

  void add(byte[] label) {
    reserve(label.length);
    System.arraycopy(label, 0, bytes, length, label.length);
    length += label.length;
  }

  /**
   * Adds a label with the value {@code word_number}, or {@code word_number-ggeneration} from
   * generation 1 on.
   */
  void add(Numbered label, long number, long generation) {
    int nameLength = label.name.length;
    int wordLength = label.word.length;
    int valueLength = wordLength + digits(number) + (generation == 0 ? 0 : 2 + digits(generation));
    int size = 2 + Varint.size(nameLength) + nameLength + Varint.size(valueLength) + valueLength;
    reserve(1 + Varint.size(size) + size);
    bytes[length++] = 0x0A;
    length = Varint.write(bytes, length, size);
    bytes[length++] = 0x0A;
    length = Varint.write(bytes, length, nameLength);
    System.arraycopy(label.name, 0, bytes, length, nameLength);
    length += nameLength;
    bytes[length++] = 0x12;
    length = Varint.write(bytes, length, valueLength);
    System.arraycopy(label.word, 0, bytes, length, wordLength);
    length += wordLength;
    addDecimal(number);
    if (generation > 0) {
      bytes[length++] = '-';
      bytes[length++] = 'g';
      addDecimal(generation);
    }
  }

  /** Returns the labels that consist of {@code first} and those that were added. */
  Labels labelsAfter(byte[] first) {
    byte[] encoded = Arrays.copyOf(first, first.length + length);
    System.arraycopy(bytes, 0, encoded, first.length, length);
    return Labels.ofEncoded(encoded);
  }

  private void addDecimal(long number) {
    int end = length + digits(number);
    long rest = number;
    for (int at = end - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length = end;
  }

  private static int digits(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
