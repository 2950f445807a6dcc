package io.tidemark.sink.remotewrite;

import io.tidemark.series.Amplification;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Varint;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;

/**
 * Writes the labels of instance n &gt; 0 into a series' holes: the series' own value, or none,
 * followed by {@code ~n} ({@link InstanceLabels#suffix}).
 */
final class InstanceLabel {
  private static final byte[] METRIC_NAME = "__name__".getBytes(StandardCharsets.UTF_8);

  private final byte[][] names;
  private final boolean others;
  private final byte[][] except;

  /**
   * The bytes before the value's size in the label that a series gets which has no instance label.
   */
  private final byte[] missing;

  private final int lastInstance;
  private final int moreLabelBytes;

  /**
   * @param labels the instance labels of the amplification, without those that are the same in all
   *     series
   * @param moreLabelBytes the most bytes that a label takes besides its field
   */
  InstanceLabel(InstanceLabels labels, Amplification amplification, int moreLabelBytes) {
    this.moreLabelBytes = moreLabelBytes;
    names = utf8(labels.names());
    others = labels.others();
    except = utf8(labels.except());
    missing = new byte[headBytes(names[0].length)];
    missing[0] = 0x0A;
    int nameAt = Varint.write(missing, 1, names[0].length);
    System.arraycopy(names[0], 0, missing, nameAt, names[0].length);
    missing[missing.length - 1] = 0x12;
    lastInstance = amplification.n() - 1;
  }

  private static byte[][] utf8(Collection<String> texts) {
    return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
  }

  /**
   * @param labels the labels as they are written for instance 0
   * @param sourceHash see {@link RemoteWriteTemplate}
   */
  RemoteWriteTemplate template(Labels labels, long sourceHash) {
    byte[] encoded = labels.encoded();
    int[] holes = new int[3];
    int size = 0;
    int missingAt = encoded.length;
    int count = 1; // The label that a series gets which has no instance label.
    int lastSuffix = suffixBytes(lastInstance);
    int grown = encoded.length;
    for (LabelCursor label = labels.cursor(); label.next(); count++) {
      if (size > 0 && !others && names.length == 1) {
        continue;
      }
      if (isHole(label)) {
        if (size == holes.length) {
          holes = Arrays.copyOf(holes, 2 * size);
        }
        holes[size++] = label.start();
        holes[size++] = label.valueOffset();
        holes[size++] = label.end();
        grown += fieldBytes(headBytes(label.nameLength()), label.valueLength() + lastSuffix);
        grown -= label.end() - label.start();
      } else if (missingAt == encoded.length && isBehindMissing(encoded, label)) {
        missingAt = label.start();
      }
    }
    if (size == 0) {
      Arrays.fill(holes, missingAt);
      size = holes.length;
      grown += lastInstance == 0 ? 0 : fieldBytes(missing.length, lastSuffix);
    }
    return new RemoteWriteTemplate(
        encoded,
        sourceHash,
        Arrays.copyOf(holes, size),
        RemoteWriteTemplate.MAX_ENTRY_HEADER_BYTES
            + moreLabelBytes * count
            + grown
            + RemoteWriteTemplate.MAX_SAMPLE_FIELD_BYTES);
  }

  private boolean isHole(LabelCursor label) {
    return isAny(label, names) || others && !label.hasName(METRIC_NAME) && !isAny(label, except);
  }

  private static boolean isAny(LabelCursor label, byte[][] names) {
    for (byte[] name : names) {
      if (label.hasName(name)) {
        return true;
      }
    }
    return false;
  }

  private boolean isBehindMissing(byte[] encoded, LabelCursor label) {
    int nameEnd = label.nameOffset() + label.nameLength();
    byte[] first = names[0];
    return Arrays.compareUnsigned(encoded, label.nameOffset(), nameEnd, first, 0, first.length) > 0;
  }

  /** Returns the size of all the label fields of an instance. */
  int labelsBytes(RemoteWriteTemplate template, int instance) {
    int bytes = template.labels.length;
    if (instance > 0) {
      for (int hole = 0; hole < template.holes(); hole++) {
        bytes += fieldBytes(template, hole, instance);
        bytes -= template.holeEnd(hole) - template.holeStart(hole);
      }
    }
    return bytes;
  }

  /** Returns the size of the field that an instance has in a hole. */
  int fieldBytes(RemoteWriteTemplate template, int hole, int instance) {
    int own = template.holeEnd(hole) - template.holeStart(hole);
    return instance == 0
        ? own
        : fieldBytes(headBytes(template, hole), valueBytes(template, hole, instance));
  }

  private static int fieldBytes(int headBytes, int valueBytes) {
    int label = labelBytes(headBytes, valueBytes);
    return 1 + Varint.size(label) + label;
  }

  /** Returns the size of a label without the field's tag and size. */
  private static int labelBytes(int headBytes, int valueBytes) {
    return headBytes + Varint.size(valueBytes) + valueBytes;
  }

  private static int valueBytes(RemoteWriteTemplate template, int hole, int instance) {
    return template.holeEnd(hole) - template.valueStart(hole) + suffixBytes(instance);
  }

  /** Writes the label field of an instance &gt; 0; returns the position after it. */
  int write(byte[] to, int position, RemoteWriteTemplate template, int hole, int instance) {
    int ownBytes = template.holeEnd(hole) - template.valueStart(hole);
    int valueBytes = valueBytes(template, hole, instance);
    int headBytes = headBytes(template, hole);
    byte[] head = isMissing(template, hole) ? missing : template.labels;
    to[position++] = 0x0A;
    position = Varint.write(to, position, labelBytes(headBytes, valueBytes));
    System.arraycopy(head, headStart(template, hole), to, position, headBytes);
    position = Varint.write(to, position + headBytes, valueBytes);
    System.arraycopy(template.labels, template.valueStart(hole), to, position, ownBytes);
    position += ownBytes;
    to[position] = '~';
    return writeDigits(to, position + 1, instance);
  }

  private static boolean isMissing(RemoteWriteTemplate template, int hole) {
    return template.holeStart(hole) == template.holeEnd(hole);
  }

  /** Returns where the name's tag is. */
  private static int headStart(RemoteWriteTemplate template, int hole) {
    if (isMissing(template, hole)) {
      return 0;
    }
    int at = template.holeStart(hole) + 1;
    while (template.labels[at] < 0) {
      at++;
    }
    return at + 1;
  }

  /** Returns the bytes from the name's tag to the value's, both included. */
  private int headBytes(RemoteWriteTemplate template, int hole) {
    if (isMissing(template, hole)) {
      return missing.length;
    }
    int valueStart = template.valueStart(hole);
    int valueSize = Varint.size(template.holeEnd(hole) - valueStart);
    return valueStart - valueSize - headStart(template, hole);
  }

  private static int headBytes(int nameBytes) {
    return 1 + Varint.size(nameBytes) + nameBytes + 1;
  }

  /** Returns the size of {@code ~n}; 0 for instance 0. */
  static int suffixBytes(int instance) {
    return instance == 0 ? 0 : 1 + digits(instance);
  }

  static int digits(int instance) {
    int digits = 1;
    for (int rest = instance; rest >= 10; rest /= 10) {
      digits++;
    }
    return digits;
  }

  static int writeDigits(byte[] to, int position, int instance) {
    int end = position + digits(instance);
    int rest = instance;
    for (int at = end - 1; at >= position; at--) {
      to[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return end;
  }
}
