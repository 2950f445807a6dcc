package io.tidemark.sink.otlp;

import io.tidemark.series.InstanceLabels;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Varint;
import io.tidemark.sink.SeriesTemplate;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A series as it goes over the wire: the metric's name, and its attributes one after the other,
 * with those of them that another instance has another value of. About 150 bytes besides them.
 */
final class OtlpTemplate implements SeriesTemplate {
  private static final byte[] METRIC_NAME = "__name__".getBytes(StandardCharsets.UTF_8);

  private static final int HOLE_INTS = 5;

  final long sourceHash;

  /** Of the metric, in all instances; empty where the series has none. */
  private final byte[] name;

  /** Of instance 0, and where each begins, and the end. */
  private final byte[] attributes;

  private final int[] starts;

  /** Of each hole: its number, and where in {@code attributes} key and value lie. */
  private final int[] holes;

  /** The key that other instances have besides; null if they have one with a suffix. */
  private final byte[] missing;

  /** The number of the attribute before which it belongs. */
  private final int missingAt;

  private final int maxSampleBytes;

  /**
   * @param labels as they are written for instance 0
   * @param sourceHash of the source's labels: what jitter derives from
   * @param lastInstance the largest there is
   */
  OtlpTemplate(Labels labels, long sourceHash, InstanceLabels instanceLabels, int lastInstance) {
    this.sourceHash = sourceHash;
    byte[] own = labels.encoded();
    byte[] metric = new byte[0];
    byte[] written = new byte[2 * own.length + 32];
    int at = 0;
    int[] begins = new int[16];
    int[] found = new int[0];
    int count = 0;
    byte[] first = instanceLabels.first().getBytes(StandardCharsets.UTF_8);
    int behind = -1;
    for (LabelCursor label = labels.cursor(); label.next(); ) {
      if (label.hasName(METRIC_NAME)) {
        metric =
            Arrays.copyOfRange(own, label.valueOffset(), label.valueOffset() + label.valueLength());
        continue;
      }
      int key = label.nameOffset();
      if (behind < 0
          && Arrays.compareUnsigned(own, key, key + label.nameLength(), first, 0, first.length)
              > 0) {
        behind = count;
      }
      if (count + 2 > begins.length) {
        begins = Arrays.copyOf(begins, 2 * begins.length);
      }
      int most = attributeBytes(label.nameLength(), label.valueLength());
      if (written.length - at < most) {
        written = Arrays.copyOf(written, 2 * written.length + most);
      }
      int end =
          writeAttribute(
              written,
              at,
              own,
              key,
              label.nameLength(),
              own,
              label.valueOffset(),
              label.valueLength(),
              0);
      if (instanceLabels.has(label.name())) {
        int size = found.length;
        found = Arrays.copyOf(found, size + HOLE_INTS);
        int value = end - label.valueLength();
        int inner = stringBytes(label.valueLength());
        found[size] = count;
        found[size + 1] = end - inner - Varint.size(inner) - 1 - label.nameLength();
        found[size + 2] = label.nameLength();
        found[size + 3] = value;
        found[size + 4] = label.valueLength();
      }
      at = end;
      begins[++count] = at;
    }
    name = metric;
    attributes = Arrays.copyOf(written, at);
    starts = Arrays.copyOf(begins, count + 1);
    holes = found;
    missing = found.length == 0 ? first : null;
    missingAt = behind < 0 ? count : behind;
    maxSampleBytes =
        OtlpFields.MAX_METRIC_HEAD_BYTES
            + nameBytes()
            + Math.max(attributesBytes(lastInstance), attributesBytes(0));
  }

  /** At most how many attributes an instance has. */
  int attributes() {
    return starts.length;
  }

  /** Of the field; none where a series has no name. */
  int nameBytes() {
    return name.length == 0 ? 0 : 1 + Varint.size(name.length) + name.length;
  }

  int writeName(byte[] to, int at) {
    if (name.length == 0) {
      return at;
    }
    to[at] = OtlpFields.NAME;
    int position = Varint.write(to, at + 1, name.length);
    System.arraycopy(name, 0, to, position, name.length);
    return position + name.length;
  }

  int attributesBytes(int instance) {
    int bytes = attributes.length;
    if (instance > 0) {
      for (int hole = 0; hole < holes.length; hole += HOLE_INTS) {
        bytes += attributeBytes(holes[hole + 2], holes[hole + 4] + suffixBytes(instance));
        bytes -= starts[holes[hole] + 1] - starts[holes[hole]];
      }
      if (missing != null) {
        bytes += attributeBytes(missing.length, suffixBytes(instance));
      }
    }
    return bytes;
  }

  /**
   * Writes them, and notes where each begins.
   *
   * @param marks gets them from {@code mark} on
   * @return the number of attributes
   */
  int writeAttributes(byte[] to, int at, int instance, int[] marks, int mark) {
    if (instance == 0) {
      System.arraycopy(attributes, 0, to, at, attributes.length);
      for (int i = 0; i < starts.length - 1; i++) {
        marks[mark + i] = at + starts[i];
      }
      return starts.length - 1;
    }
    int count = 0;
    int position = at;
    int from = 0;
    if (missing != null) {
      position = writeSome(to, position, 0, missingAt, marks, mark);
      count = missingAt;
      marks[mark + count++] = position;
      position = writeAttribute(to, position, missing, 0, missing.length, missing, 0, 0, instance);
      from = missingAt;
    }
    for (int hole = 0; hole < holes.length; hole += HOLE_INTS) {
      position = writeSome(to, position, from, holes[hole], marks, mark + count);
      count += holes[hole] - from;
      marks[mark + count++] = position;
      position =
          writeAttribute(
              to,
              position,
              attributes,
              holes[hole + 1],
              holes[hole + 2],
              attributes,
              holes[hole + 3],
              holes[hole + 4],
              instance);
      from = holes[hole] + 1;
    }
    writeSome(to, position, from, starts.length - 1, marks, mark + count);
    return count + starts.length - 1 - from;
  }

  /** Those that are alike in all instances. */
  private int writeSome(byte[] to, int at, int from, int until, int[] marks, int mark) {
    int bytes = starts[until] - starts[from];
    System.arraycopy(attributes, starts[from], to, at, bytes);
    for (int i = from; i < until; i++) {
      marks[mark + i - from] = at + starts[i] - starts[from];
    }
    return at + bytes;
  }

  private static int attributeBytes(int keyLength, int valueLength) {
    int size = sizeOf(keyLength, valueLength);
    return 1 + Varint.size(size) + size;
  }

  private static int sizeOf(int keyLength, int valueLength) {
    int value = stringBytes(valueLength);
    return 1 + Varint.size(keyLength) + keyLength + 1 + Varint.size(value) + value;
  }

  /** Of {@code AnyValue.string_value}, the field. */
  private static int stringBytes(int length) {
    return 1 + Varint.size(length) + length;
  }

  private static int writeAttribute(
      byte[] to,
      int at,
      byte[] keys,
      int key,
      int keyLength,
      byte[] values,
      int value,
      int ownLength,
      int instance) {
    int valueLength = ownLength + suffixBytes(instance);
    to[at] = OtlpFields.ATTRIBUTE;
    int position = Varint.write(to, at + 1, sizeOf(keyLength, valueLength));
    to[position] = OtlpFields.KEY;
    position = Varint.write(to, position + 1, keyLength);
    System.arraycopy(keys, key, to, position, keyLength);
    position += keyLength;
    to[position] = OtlpFields.ATTRIBUTE_VALUE;
    position = Varint.write(to, position + 1, stringBytes(valueLength));
    to[position] = OtlpFields.STRING;
    position = Varint.write(to, position + 1, valueLength);
    System.arraycopy(values, value, to, position, ownLength);
    return writeSuffix(to, position + ownLength, instance);
  }

  /** Size of {@link InstanceLabels#suffix}. */
  private static int suffixBytes(int instance) {
    return instance == 0 ? 0 : 1 + digits(instance);
  }

  private static int digits(int instance) {
    int digits = 1;
    for (int rest = instance; rest >= 10; rest /= 10) {
      digits++;
    }
    return digits;
  }

  private static int writeSuffix(byte[] to, int at, int instance) {
    if (instance == 0) {
      return at;
    }
    to[at] = '~';
    int end = at + suffixBytes(instance);
    int rest = instance;
    for (int digit = end - 1; digit > at; digit--) {
      to[digit] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return end;
  }

  @Override
  public int maxSampleBytes() {
    return maxSampleBytes;
  }
}
