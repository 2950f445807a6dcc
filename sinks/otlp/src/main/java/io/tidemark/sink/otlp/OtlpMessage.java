package io.tidemark.sink.otlp;

import io.tidemark.series.Varint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An {@code ExportMetricsServiceRequest} of gauges, one resource and one scope without anything of
 * their own: {@code Metric{name, Gauge{NumberDataPoint{time, value, attributes}…}}} for each
 * sample, or for each instance of a series with its ticks as points. Times and values have a fixed
 * size, so what is written of a series once is written again as its copy with others of them.
 *
 * <p>All bytes are written, at the speed of copies in memory; where they are to be compressed, what
 * they share with the sample before is told to {@link GzipWriter}, which searches nothing. Not
 * thread-safe; reused.
 */
final class OtlpMessage {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Where a metric, its gauge, its time, its value and its attributes begin. */
  private static final int TIME_MARK = 2;

  private static final int ATTRIBUTES_MARK = 4;

  /** Null where the body is not compressed. */
  private final GzipWriter gzip;

  private byte[] raw = new byte[64 * 1024];
  private int size;
  private OtlpTemplate template;
  private int instance;

  /** Where what the next sample of the series repeats begins, and its time. */
  private int repeatedAt;

  private int timeAt;

  /** That the metric has room for. */
  private int pointsLeft;

  /** Where the parts of the latest metric's first point begin, and its end. */
  private int[] marks = new int[64];

  private int markCount;
  private int[] marksBefore = new int[64];
  private int markCountBefore;

  /** How far behind its first point the metric's latest lies. */
  private int repeatedBytes;

  private int repeatedBytesBefore;

  /** That those of its head are repeated, too. */
  private boolean isWholeRepeated;

  private boolean isWholeRepeatedBefore;

  OtlpMessage(boolean isCompressed) {
    gzip = isCompressed ? new GzipWriter() : null;
  }

  /** Begins a message. */
  void clear() {
    size = OtlpFields.MAX_HEAD_BYTES;
    template = null;
    pointsLeft = 0;
    markCount = 0;
    repeatedBytes = 0;
    if (gzip != null) {
      gzip.clear();
    }
  }

  /**
   * Writes a sample.
   *
   * @param points of a metric, of which this is the first if it begins one; 1 if each sample has
   *     its own
   */
  void sample(OtlpTemplate of, int ofInstance, long nanos, long valueBits, int points) {
    boolean isSame = of == template && ofInstance == instance;
    if (isSame && (pointsLeft > 0 || points == 1)) {
      again(nanos, valueBits);
    } else {
      template = of;
      instance = ofInstance;
      pointsLeft = points;
      metric(nanos, valueBits, points);
    }
    pointsLeft--;
  }

  /** What was written last, with another time and value. */
  private void again(long nanos, long valueBits) {
    int bytes = size - repeatedAt;
    reserve(bytes);
    System.arraycopy(raw, repeatedAt, raw, size, bytes);
    timeAt += bytes;
    LONG.set(raw, timeAt, nanos);
    LONG.set(raw, timeAt + Long.BYTES + 1, valueBits);
    repeatedAt = size;
    size += bytes;
    repeatedBytes += bytes;
    if (gzip != null) {
      gzip.alike(raw, repeatedAt, size, bytes);
    }
  }

  private void metric(long nanos, long valueBits, int points) {
    int nameBytes = template.nameBytes();
    int pointBytes = OtlpFields.POINT_BYTES + template.attributesBytes(instance);
    int gaugeBytes = points * (1 + Varint.size(pointBytes) + pointBytes);
    int metricBytes = nameBytes + 1 + Varint.size(gaugeBytes) + gaugeBytes;
    reserve(1 + Varint.size(metricBytes) + metricBytes);
    int[] before = marks;
    marks = marksBefore;
    marksBefore = before;
    markCountBefore = markCount;
    repeatedBytesBefore = repeatedBytes;
    isWholeRepeatedBefore = isWholeRepeated;
    repeatedBytes = 0;
    isWholeRepeated = points == 1;
    if (marks.length < ATTRIBUTES_MARK + template.attributes() + 1) {
      marks = new int[2 * (ATTRIBUTES_MARK + template.attributes() + 1)];
    }
    int at = size;
    marks[0] = at;
    raw[at] = OtlpFields.METRIC;
    at = Varint.write(raw, at + 1, metricBytes);
    at = template.writeName(raw, at);
    marks[1] = at;
    raw[at] = OtlpFields.GAUGE;
    at = Varint.write(raw, at + 1, gaugeBytes);
    int pointAt = at;
    raw[at] = OtlpFields.POINT;
    at = Varint.write(raw, at + 1, pointBytes);
    marks[TIME_MARK] = at;
    raw[at] = OtlpFields.TIME;
    timeAt = at + 1;
    LONG.set(raw, timeAt, nanos);
    at = timeAt + Long.BYTES;
    marks[TIME_MARK + 1] = at;
    raw[at] = OtlpFields.VALUE;
    LONG.set(raw, at + 1, valueBits);
    at += 1 + Long.BYTES;
    int attributes = template.writeAttributes(raw, at, instance, marks, ATTRIBUTES_MARK);
    markCount = ATTRIBUTES_MARK + attributes;
    int end = at + template.attributesBytes(instance);
    marks[markCount] = end;
    repeatedAt = points == 1 ? size : pointAt;
    size = end;
    if (gzip != null) {
      compress();
    }
  }

  /**
   * Most of a series' parts are those of the series before, at one distance as long as they are as
   * long.
   */
  private void compress() {
    int from = marks[0];
    int distance = 0;
    int shift = 0;
    for (int part = 0; part < markCount; part++) {
      if (part >= ATTRIBUTES_MARK && bytes(marks, part) != bytesBefore(part + shift)) {
        if (isSame(part, part + shift + 1)) {
          shift++;
        } else if (isSame(part, part + shift - 1)) {
          shift--;
        }
      }
      int of = part + shift < markCountBefore ? marks[part] - latest(part + shift) : 0;
      if (of != distance) {
        write(from, marks[part], distance);
        from = marks[part];
        distance = of;
      }
    }
    write(from, size, distance);
  }

  private void write(int from, int to, int distance) {
    if (distance == 0) {
      gzip.literal(raw, from, to);
    } else {
      gzip.alike(raw, from, to, distance);
    }
  }

  private static int bytes(int[] of, int part) {
    return of[part + 1] - of[part];
  }

  /** -1 of none. */
  private int bytesBefore(int part) {
    return part < markCountBefore ? bytes(marksBefore, part) : -1;
  }

  private boolean isSame(int part, int other) {
    int bytes = bytes(marks, part);
    return other >= ATTRIBUTES_MARK
        && bytesBefore(other) == bytes
        && GzipWriter.sameBytes(raw, marks[part], marks[part + 1], marks[part] - latest(other))
            == bytes;
  }

  /** Where the part of the metric before lies the last time. */
  private int latest(int other) {
    boolean isRepeated = isWholeRepeatedBefore || other >= TIME_MARK;
    return isRepeated ? marksBefore[other] + repeatedBytesBefore : marksBefore[other];
  }

  private void reserve(int needed) {
    if (raw.length - size < needed) {
      long wanted = Math.max(2L * raw.length, (long) size + needed);
      raw = Arrays.copyOf(raw, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }

  /** Ends the message; its size before compression. */
  int rawBytes() {
    return size - start();
  }

  /** The body, in an array of its own. */
  byte[] toByteArray() {
    int start = start();
    int scopeBytes = size - OtlpFields.MAX_HEAD_BYTES;
    int at = start;
    raw[at] = OtlpFields.RESOURCE_METRICS;
    at = Varint.write(raw, at + 1, 1 + Varint.size(scopeBytes) + scopeBytes);
    raw[at] = OtlpFields.SCOPE_METRICS;
    Varint.write(raw, at + 1, scopeBytes);
    return gzip == null
        ? Arrays.copyOfRange(raw, start, size)
        : gzip.finish(raw, start, size, OtlpFields.MAX_HEAD_BYTES - start);
  }

  /** Where the message begins whose metrics begin behind the longest head. */
  private int start() {
    int scopeBytes = size - OtlpFields.MAX_HEAD_BYTES;
    int scope = 1 + Varint.size(scopeBytes);
    return OtlpFields.MAX_HEAD_BYTES - scope - 1 - Varint.size(scope + scopeBytes);
  }
}
