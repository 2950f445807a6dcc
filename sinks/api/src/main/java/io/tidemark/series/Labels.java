package io.tidemark.series;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A series' identity: its labels, sorted by name, in one immutable byte array.
 *
 * <p>The encoding is that of the {@code Label} fields inside a Prometheus remote-write {@code
 * TimeSeries}, so the commonest wire format copies it as it stands: for each label {@code 0x0A,
 * size, 0x0A, nameSize, name, 0x12, valueSize, value}, sizes as varints. Names are unique and not
 * empty, values are not empty (Prometheus counts an empty value as no label); {@link Builder} sees
 * to it. Text is UTF-8.
 */
public final class Labels {
  private final byte[] encoded;
  private final long hash;

  private Labels(byte[] encoded, long hash) {
    this.encoded = encoded;
    this.hash = hash;
  }

  /**
   * Returns labels that hold the array itself, which must be in this class's encoding; it is not
   * copied.
   */
  public static Labels ofEncoded(byte[] encoded) {
    return new Labels(encoded, SeriesHash.of(encoded, 0, encoded.length));
  }

  /** Returns the same as {@link #ofEncoded(byte[])} for a hash that is already known. */
  public static Labels ofEncoded(byte[] encoded, long hash) {
    return new Labels(encoded, hash);
  }

  /**
   * @throws IllegalArgumentException if they are not valid labels
   */
  public static Labels of(Map<String, String> labels) {
    var builder = new Builder();
    labels.forEach(builder::add);
    try {
      return builder.build();
    } catch (InvalidLabelsException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Returns the encoding itself, not a copy; nobody may change it. */
  public byte[] encoded() {
    return encoded;
  }

  /** Returns the {@link SeriesHash} of the encoding. */
  public long hash() {
    return hash;
  }

  /** Returns a cursor before the first label. */
  public LabelCursor cursor() {
    return new LabelCursor(encoded);
  }

  /** Returns the values by name, in the order of the names. */
  public Map<String, String> toMap() {
    var map = new LinkedHashMap<String, String>();
    for (LabelCursor label = cursor(); label.next(); ) {
      map.put(label.name(), label.value());
    }
    return map;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Labels that
        && hash == that.hash
        && Arrays.equals(encoded, that.encoded);
  }

  @Override
  public int hashCode() {
    return (int) (hash ^ (hash >>> 32));
  }

  /** Returns the labels in the notation of PromQL, {@code {a="b",c="d"}}. */
  @Override
  public String toString() {
    var text = new StringBuilder("{");
    for (LabelCursor label = cursor(); label.next(); ) {
      if (text.length() > 1) {
        text.append(',');
      }
      text.append(label.name()).append("=\"");
      text.append(label.value().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
      text.append('"');
    }
    return text.append('}').toString();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Builds labels from names and values in any order. Labels with an empty value are left out; a
   * name given twice, an empty name or no label at all is an error. A builder is used again and
   * again, and is not thread-safe.
   */
  public static final class Builder {
    /** The most labels of one series: a bound on memory, far above what any database takes. */
    public static final int MAX_LABELS = 256;

    /** The most bytes of all names and values of one series. */
    public static final int MAX_BYTES = 64 * 1024;

    /**
     * The numbers that are kept of a label: the start and length of its encoding, and those of its
     * name.
     */
    private static final int INTS = 4;

    /** The encoded labels, in the order in which they came. */
    private byte[] text = new byte[1024];

    private int textLength;

    /** {@link #INTS} numbers of each label, in the order of the labels' names. */
    private int[] offsets = new int[INTS * 32];

    private int count;
    private int bytes;
    private boolean cameInOrder;
    private boolean tooLarge;

    public Builder() {
      clear();
    }

    public void clear() {
      textLength = 0;
      count = 0;
      bytes = 0;
      cameInOrder = true;
      tooLarge = false;
    }

    public void add(String name, String value) {
      byte[] nameBytes = utf8(name);
      byte[] valueBytes = utf8(value);
      add(nameBytes, 0, nameBytes.length, valueBytes, 0, valueBytes.length);
    }

    /** Adds a label and copies both ranges, which must hold UTF-8. */
    public void add(
        byte[] name,
        int nameOffset,
        int nameLength,
        byte[] value,
        int valueOffset,
        int valueLength) {
      if (valueLength == 0) {
        return;
      }
      if (count == MAX_LABELS || bytes + nameLength + valueLength > MAX_BYTES) {
        tooLarge = true;
        return;
      }
      bytes += nameLength + valueLength;
      int label = 2 + Varint.size(nameLength) + nameLength + Varint.size(valueLength) + valueLength;
      int start = textLength;
      reserve(1 + Varint.size(label) + label);
      byte[] to = text;
      to[start] = 0x0A;
      int position = Varint.write(to, start + 1, label);
      to[position++] = 0x0A;
      int nameStart = Varint.write(to, position, nameLength);
      System.arraycopy(name, nameOffset, to, nameStart, nameLength);
      position = nameStart + nameLength;
      to[position++] = 0x12;
      position = Varint.write(to, position, valueLength);
      System.arraycopy(value, valueOffset, to, position, valueLength);
      textLength = position + valueLength;
      insertSorted(start, nameStart, nameLength);
    }

    /**
     * Returns the labels, in an array of their own; the builder keeps what was added until {@link
     * #clear}.
     *
     * @throws InvalidLabelsException if they are not valid; the message says what is wrong
     */
    public Labels build() throws InvalidLabelsException {
      if (tooLarge) {
        throw new InvalidLabelsException(
            "labels too large [maxLabels=%d, maxBytes=%d]".formatted(MAX_LABELS, MAX_BYTES));
      }
      if (count == 0) {
        throw new InvalidLabelsException("no labels");
      }
      if (nameLength(0) == 0) {
        throw new InvalidLabelsException("empty label name");
      }
      return ofEncoded(cameInOrder ? Arrays.copyOf(text, textLength) : inOrder());
    }

    private byte[] inOrder() throws InvalidLabelsException {
      byte[] encoded = new byte[textLength];
      int position = 0;
      for (int i = 0; i < count; i++) {
        if (i > 0 && compareNames(i - 1, nameStart(i), nameLength(i)) == 0) {
          throw new InvalidLabelsException(
              "label given twice [name=%s]"
                  .formatted(
                      new String(text, nameStart(i), nameLength(i), StandardCharsets.UTF_8)));
        }
        System.arraycopy(text, start(i), encoded, position, length(i));
        position += length(i);
      }
      return encoded;
    }

    /** Labels mostly arrive sorted, so the search starts at the end. */
    private void insertSorted(int start, int nameStart, int nameLength) {
      if (INTS * (count + 1) > offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * offsets.length);
      }
      int at = count;
      while (at > 0 && compareNames(at - 1, nameStart, nameLength) >= 0) {
        at--;
      }
      if (at < count) {
        cameInOrder = false;
        System.arraycopy(offsets, INTS * at, offsets, INTS * (at + 1), INTS * (count - at));
      }
      offsets[INTS * at] = start;
      offsets[INTS * at + 1] = textLength - start;
      offsets[INTS * at + 2] = nameStart;
      offsets[INTS * at + 3] = nameLength;
      count++;
    }

    private int compareNames(int i, int nameStart, int nameLength) {
      return Arrays.compareUnsigned(
          text,
          nameStart(i),
          nameStart(i) + nameLength(i),
          text,
          nameStart,
          nameStart + nameLength);
    }

    private int start(int i) {
      return offsets[INTS * i];
    }

    private int length(int i) {
      return offsets[INTS * i + 1];
    }

    private int nameStart(int i) {
      return offsets[INTS * i + 2];
    }

    private int nameLength(int i) {
      return offsets[INTS * i + 3];
    }

    private void reserve(int more) {
      if (textLength + more > text.length) {
        text = Arrays.copyOf(text, Math.max(2 * text.length, textLength + more));
      }
    }
  }
}
