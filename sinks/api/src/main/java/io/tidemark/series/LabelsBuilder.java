package io.tidemark.series;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Builds {@link Labels} from names and values in any order. Labels with an empty value are left
 * out; a name given twice, an empty name or no label at all is an error. Reused, not thread-safe.
 */
public final class LabelsBuilder {
  /** Labels of one series; a bound on memory, far above what any database takes. */
  public static final int MAX_LABELS = 256;

  /** All names and values of one series, in bytes. */
  public static final int MAX_BYTES = 64 * 1024;

  private byte[] text = new byte[1024];
  private int textLength;
  private int[] offsets = new int[3 * 32];
  private int count;
  private boolean tooLarge;

  public void clear() {
    textLength = 0;
    count = 0;
    tooLarge = false;
  }

  public void add(String name, String value) {
    byte[] nameBytes = Labels.utf8(name);
    byte[] valueBytes = Labels.utf8(value);
    add(nameBytes, 0, nameBytes.length, valueBytes, 0, valueBytes.length);
  }

  /** Copies both ranges, which hold UTF-8. */
  public void add(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength) {
    if (valueLength == 0) {
      return;
    }
    if (count == MAX_LABELS || textLength + nameLength + valueLength > MAX_BYTES) {
      tooLarge = true;
      return;
    }
    reserve(nameLength + valueLength);
    System.arraycopy(name, nameOffset, text, textLength, nameLength);
    System.arraycopy(value, valueOffset, text, textLength + nameLength, valueLength);
    insertSorted(textLength, nameLength, valueLength);
    textLength += nameLength + valueLength;
  }

  /**
   * The labels, in an array of their own; the builder keeps what was added until {@link #clear}.
   *
   * @throws InvalidLabelsException saying what is wrong
   */
  public Labels build() throws InvalidLabelsException {
    if (tooLarge) {
      throw new InvalidLabelsException(
          "labels too large [maxLabels=%d, maxBytes=%d]".formatted(MAX_LABELS, MAX_BYTES));
    }
    if (count == 0) {
      throw new InvalidLabelsException("no labels");
    }
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (nameLength(i) == 0) {
        throw new InvalidLabelsException("empty label name");
      }
      if (i > 0 && compareNames(i - 1, start(i), nameLength(i)) == 0) {
        throw new InvalidLabelsException(
            "label given twice [name=%s]"
                .formatted(new String(text, start(i), nameLength(i), StandardCharsets.UTF_8)));
      }
      int label = labelSize(i);
      size += 1 + Varint.size(label) + label;
    }
    byte[] encoded = new byte[size];
    int position = 0;
    for (int i = 0; i < count; i++) {
      encoded[position++] = 0x0A;
      position = Varint.write(encoded, position, labelSize(i));
      encoded[position++] = 0x0A;
      position = Varint.write(encoded, position, nameLength(i));
      System.arraycopy(text, start(i), encoded, position, nameLength(i));
      position += nameLength(i);
      encoded[position++] = 0x12;
      position = Varint.write(encoded, position, valueLength(i));
      System.arraycopy(text, start(i) + nameLength(i), encoded, position, valueLength(i));
      position += valueLength(i);
    }
    return Labels.ofEncoded(encoded);
  }

  private int labelSize(int i) {
    return 2
        + Varint.size(nameLength(i))
        + nameLength(i)
        + Varint.size(valueLength(i))
        + valueLength(i);
  }

  /** Labels mostly arrive sorted, so the search starts at the end. */
  private void insertSorted(int start, int nameLength, int valueLength) {
    if (3 * (count + 1) > offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * offsets.length);
    }
    int at = count;
    while (at > 0 && compareNames(at - 1, start, nameLength) > 0) {
      at--;
    }
    System.arraycopy(offsets, 3 * at, offsets, 3 * (at + 1), 3 * (count - at));
    offsets[3 * at] = start;
    offsets[3 * at + 1] = nameLength;
    offsets[3 * at + 2] = valueLength;
    count++;
  }

  private int compareNames(int i, int start, int length) {
    return Arrays.compareUnsigned(
        text, start(i), start(i) + nameLength(i), text, start, start + length);
  }

  private int start(int i) {
    return offsets[3 * i];
  }

  private int nameLength(int i) {
    return offsets[3 * i + 1];
  }

  private int valueLength(int i) {
    return offsets[3 * i + 2];
  }

  private void reserve(int more) {
    if (textLength + more > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, textLength + more));
    }
  }
}
