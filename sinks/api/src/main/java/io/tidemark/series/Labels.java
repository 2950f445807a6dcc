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
 * empty, values are not empty (Prometheus counts an empty value as no label); {@link LabelsBuilder}
 * sees to it. Text is UTF-8.
 */
public final class Labels {
  private final byte[] encoded;
  private final long hash;

  private Labels(byte[] encoded, long hash) {
    this.encoded = encoded;
    this.hash = hash;
  }

  /** Takes the array as it is: it must be in this class's encoding and is not copied. */
  public static Labels ofEncoded(byte[] encoded) {
    return new Labels(encoded, SeriesHash.of(encoded, 0, encoded.length));
  }

  /** As {@link #ofEncoded(byte[])} for a hash that is already known. */
  public static Labels ofEncoded(byte[] encoded, long hash) {
    return new Labels(encoded, hash);
  }

  /**
   * @throws IllegalArgumentException if they are not valid labels
   */
  public static Labels of(Map<String, String> labels) {
    var builder = new LabelsBuilder();
    labels.forEach(builder::add);
    try {
      return builder.build();
    } catch (InvalidLabelsException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The encoding itself, not a copy; nobody changes it. */
  public byte[] encoded() {
    return encoded;
  }

  /** {@link SeriesHash} of the encoding. */
  public long hash() {
    return hash;
  }

  /** Positioned before the first label. */
  public LabelCursor cursor() {
    return new LabelCursor(encoded);
  }

  /** Name to value, in name order. */
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

  /** In the notation of PromQL, {@code {a="b",c="d"}}. */
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
}
