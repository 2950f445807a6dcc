package io.tidemark.sink.otlp;

import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Reads a request as this package writes it: all fields in order, none besides. Anything else is
 * not a payload of ours.
 */
final class OtlpReader {
  /** What receivers take by default, decompressed. */
  private static final int MAX_DECODED_BYTES = 32 * 1024 * 1024;

  private static final byte[] METRIC_NAME = "__name__".getBytes(StandardCharsets.UTF_8);

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] raw;
  private final List<Sample> samples = new ArrayList<>();
  private final Labels.Builder labels = new Labels.Builder();
  private int position;

  OtlpReader(byte[] raw) {
    this.raw = raw;
  }

  /**
   * @throws IllegalArgumentException if it is no gzip, or too large
   */
  static byte[] unpacked(byte[] body) {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      byte[] raw = in.readNBytes(MAX_DECODED_BYTES + 1);
      if (raw.length > MAX_DECODED_BYTES) {
        throw new IllegalArgumentException(
            "body too large [max=%d]; lower write.batch-bytes".formatted(MAX_DECODED_BYTES));
      }
      return raw;
    } catch (IOException e) {
      throw new IllegalArgumentException("no gzip [bytes=%d]".formatted(body.length), e);
    }
  }

  /**
   * @throws IllegalArgumentException if it is not a request as described
   */
  List<Sample> read() {
    int resource = field(OtlpFields.RESOURCE_METRICS, raw.length);
    int scope = field(OtlpFields.SCOPE_METRICS, resource);
    require(resource == raw.length && scope == resource);
    while (position < scope) {
      metric(field(OtlpFields.METRIC, scope));
    }
    return samples;
  }

  private void metric(int end) {
    int nameFrom = position;
    int nameTo = position;
    if (raw[position] == OtlpFields.NAME) {
      nameTo = field(OtlpFields.NAME, end);
      nameFrom = position;
      position = nameTo;
    }
    int gauge = field(OtlpFields.GAUGE, end);
    require(gauge == end);
    while (position < end) {
      point(field(OtlpFields.POINT, end), nameFrom, nameTo);
    }
  }

  private void point(int end, int nameFrom, int nameTo) {
    long nanos = fixed(OtlpFields.TIME, end);
    require(nanos % OtlpFields.NANOS_PER_MILLI == 0);
    double value = Double.longBitsToDouble(fixed(OtlpFields.VALUE, end));
    labels.clear();
    labels.add(METRIC_NAME, 0, METRIC_NAME.length, raw, nameFrom, nameTo - nameFrom);
    while (position < end) {
      attribute(field(OtlpFields.ATTRIBUTE, end));
    }
    try {
      samples.add(new Sample(labels.build(), nanos / OtlpFields.NANOS_PER_MILLI, value));
    } catch (InvalidLabelsException e) {
      throw malformed(e);
    }
  }

  private void attribute(int end) {
    int keyTo = field(OtlpFields.KEY, end);
    int keyFrom = position;
    position = keyTo;
    require(field(OtlpFields.ATTRIBUTE_VALUE, end) == end);
    require(field(OtlpFields.STRING, end) == end);
    labels.add(raw, keyFrom, keyTo - keyFrom, raw, position, end - position);
    position = end;
  }

  private long fixed(int tag, int limit) {
    tag(tag, limit);
    require(limit - position >= Long.BYTES);
    long bits = (long) LONG.get(raw, position);
    position += Long.BYTES;
    return bits;
  }

  /** Goes to the content of a field of variable size; returns its end, at most {@code limit}. */
  private int field(int tag, int limit) {
    tag(tag, limit);
    long size = 0;
    for (int shift = 0; ; shift += 7) {
      require(position < limit && shift < 35);
      byte b = raw[position++];
      size |= (b & 0x7FL) << shift;
      if (b >= 0) {
        break;
      }
    }
    require(size <= limit - position);
    return position + (int) size;
  }

  private void tag(int tag, int limit) {
    require(position < limit && raw[position] == tag);
    position++;
  }

  private void require(boolean holds) {
    if (!holds) {
      throw malformed(null);
    }
  }

  private IllegalArgumentException malformed(Exception cause) {
    return new IllegalArgumentException(
        "not an OTLP payload of ours [offset=%d, bytes=%d]".formatted(position, raw.length), cause);
  }
}
