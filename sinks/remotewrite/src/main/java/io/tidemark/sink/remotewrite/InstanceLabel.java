package io.tidemark.sink.remotewrite;

import io.tidemark.series.Amplification;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Varint;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How the label of instance n &gt; 0 is written into a series' hole: the series' own value, or
 * none, followed by {@code ~n} ({@link Amplification#suffix}).
 */
final class InstanceLabel {
  private final byte[] name;
  private final int lastInstance;

  InstanceLabel(Amplification amplification) {
    name = amplification.instanceLabel().getBytes(StandardCharsets.UTF_8);
    lastInstance = amplification.n() - 1;
  }

  /**
   * @param labels as they are written for instance 0
   * @param sourceHash see {@link RemoteWriteTemplate}
   */
  RemoteWriteTemplate template(Labels labels, long sourceHash) {
    byte[] encoded = labels.encoded();
    int holeStart = encoded.length;
    int valueStart = encoded.length;
    int holeEnd = encoded.length;
    for (LabelCursor label = labels.cursor(); label.next(); ) {
      int nameEnd = label.nameOffset() + label.nameLength();
      int order =
          Arrays.compareUnsigned(encoded, label.nameOffset(), nameEnd, name, 0, name.length);
      if (order >= 0) {
        holeStart = label.start();
        valueStart = order == 0 ? label.valueOffset() : holeStart;
        holeEnd = order == 0 ? label.end() : holeStart;
        break;
      }
    }
    int grown = encoded.length + growth(holeStart, valueStart, holeEnd, suffixBytes(lastInstance));
    return new RemoteWriteTemplate(
        encoded,
        sourceHash,
        holeStart,
        valueStart,
        holeEnd,
        RemoteWriteTemplate.MAX_ENTRY_HEADER_BYTES
            + grown
            + RemoteWriteTemplate.MAX_SAMPLE_FIELD_BYTES);
  }

  /** Size of all the label fields of an instance. */
  int labelsBytes(RemoteWriteTemplate template, int instance) {
    return template.labels.length
        + growth(template.holeStart, template.valueStart, template.holeEnd, suffixBytes(instance));
  }

  /** Writes the label field of an instance &gt; 0; returns the position after it. */
  int write(byte[] to, int position, RemoteWriteTemplate template, int instance) {
    int ownBytes = template.holeEnd - template.valueStart;
    int valueBytes = ownBytes + suffixBytes(instance);
    to[position++] = 0x0A;
    position = Varint.write(to, position, labelBytes(valueBytes));
    to[position++] = 0x0A;
    position = Varint.write(to, position, name.length);
    System.arraycopy(name, 0, to, position, name.length);
    position += name.length;
    to[position++] = 0x12;
    position = Varint.write(to, position, valueBytes);
    System.arraycopy(template.labels, template.valueStart, to, position, ownBytes);
    position += ownBytes;
    to[position] = '~';
    return writeDigits(to, position + 1, instance);
  }

  /** Size of {@code ~n}; 0 for instance 0. */
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

  private int growth(int holeStart, int valueStart, int holeEnd, int suffixBytes) {
    if (suffixBytes == 0) {
      return 0;
    }
    int label = labelBytes(holeEnd - valueStart + suffixBytes);
    return 1 + Varint.size(label) + label - (holeEnd - holeStart);
  }

  private int labelBytes(int valueBytes) {
    return 1 + Varint.size(name.length) + name.length + 1 + Varint.size(valueBytes) + valueBytes;
  }
}
