package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser.Output;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The data points of one OTLP metric as samples. A gauge's or sum's point is one; a histogram's are
 * {@code _count}, {@code _sum} if it has one, and {@code _bucket} with cumulative counts and label
 * {@code le}; an exponential one's {@code _count}, {@code _sum} and {@code _bucket} with label
 * {@code vmrange} for its zero bucket and each positive one that is not empty; a summary's {@code
 * _count}, {@code _sum} and the quantiles with label {@code quantile}. A point that says it has no
 * value is a stale marker.
 */
final class OtlpPoints {
  private static final int GAUGE = 5;
  private static final int SUM = 7;
  private static final int HISTOGRAM = 9;
  private static final int EXPONENTIAL = 10;
  private static final int SUMMARY = 11;

  private static final byte[] NO_SUFFIX = {};
  private static final byte[] COUNT = ascii("_count");
  private static final byte[] TOTAL = ascii("_sum");
  private static final byte[] BUCKET = ascii("_bucket");
  private static final byte[] LE = ascii("le");
  private static final byte[] RANGE = ascii("vmrange");
  private static final byte[] QUANTILE = ascii("quantile");
  private static final byte[] INFINITE = ascii("+Inf");

  private static final double STALE = Double.longBitsToDouble(0x7ff0000000000002L);

  private final ProtobufCursor cursor;
  private final OtlpLabels labels;
  private final OtlpValue values;
  private final DecimalBytes decimals;

  private byte[] record;
  private long recordTimestampMillis;
  private Output out;
  private int nameFrom;
  private int nameTo;

  private long timeNanos;
  private boolean isStale;
  private double value;
  private double count;
  private boolean hasSum;
  private double sum;
  private long scale;
  private double zeroCount;
  private double zeroThreshold;
  private long offset;
  private long[] counts = new long[64];
  private int countsEnd;

  /** Bounds of buckets; of a summary, quantile and value in turn. */
  private double[] bounds = new double[64];

  private int boundsEnd;

  /** Of the point that is being read: it is handed on whole or not at all. */
  private final List<Sample> samples = new ArrayList<>();

  OtlpPoints(ProtobufCursor cursor, OtlpLabels labels, OtlpValue values, DecimalBytes decimals) {
    this.cursor = cursor;
    this.labels = labels;
    this.values = values;
    this.decimals = decimals;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * @param out null to check only
   */
  void begin(byte[] record, long recordTimestampMillis, Output out) {
    this.record = record;
    this.recordTimestampMillis = recordTimestampMillis;
    this.out = out;
  }

  /** All of the metric at the cursor, whose name was found. */
  void read(int nameFrom, int nameTo) throws RejectedException {
    this.nameFrom = nameFrom;
    this.nameTo = nameTo;
    while (cursor.next()) {
      int kind = kind();
      if (kind == 0) {
        cursor.skip();
        continue;
      }
      int outer = cursor.enter();
      int ofMetric = labels.count();
      while (cursor.next()) {
        if (cursor.isBytes(1)) {
          int points = cursor.enter();
          readPoint(kind);
          cursor.leave(points);
          labels.truncate(ofMetric);
        } else {
          cursor.skip();
        }
      }
      cursor.leave(outer);
    }
  }

  private int kind() {
    if (cursor.isBytes(GAUGE) || cursor.isBytes(SUM)) {
      return GAUGE;
    }
    if (cursor.isBytes(HISTOGRAM)) {
      return HISTOGRAM;
    }
    if (cursor.isBytes(EXPONENTIAL)) {
      return EXPONENTIAL;
    }
    return cursor.isBytes(SUMMARY) ? SUMMARY : 0;
  }

  private void readPoint(int kind) throws RejectedException {
    int start = cursor.position();
    clear();
    while (cursor.next()) {
      boolean taken =
          switch (kind) {
            case GAUGE -> takesOfNumber();
            case HISTOGRAM -> takesOfHistogram();
            case EXPONENTIAL -> takesOfExponential();
            default -> takesOfSummary();
          };
      if (!taken) {
        cursor.skip();
      }
    }
    if (out == null) {
      return;
    }
    try {
      emit(kind);
      samples.forEach(out::sample);
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), record, start, cursor.limit() - start);
    } catch (InvalidLabelsException e) {
      out.rejected(Rejection.INVALID_LABELS, e.getMessage(), record, start, cursor.limit() - start);
    }
  }

  private void clear() {
    timeNanos = 0;
    isStale = false;
    value = 0;
    count = 0;
    hasSum = false;
    sum = 0;
    scale = 0;
    zeroCount = 0;
    zeroThreshold = 0;
    offset = 0;
    countsEnd = 0;
    boundsEnd = 0;
    samples.clear();
  }

  private boolean takesOfNumber() throws RejectedException {
    if (cursor.isBytes(7)) {
      values.readAttribute(record);
    } else if (cursor.isFixed64(3)) {
      timeNanos = cursor.fixed64();
    } else if (cursor.isFixed64(4)) {
      value = cursor.float64();
    } else if (cursor.isFixed64(6)) {
      value = cursor.fixed64();
    } else if (cursor.isVarint(8)) {
      isStale = (cursor.varint() & 1) != 0;
    } else {
      return false;
    }
    return true;
  }

  private boolean takesOfHistogram() throws RejectedException {
    if (cursor.isBytes(9)) {
      values.readAttribute(record);
    } else if (cursor.isBytes(6)) {
      int outer = cursor.enter();
      while (cursor.position() < cursor.limit()) {
        addCount(cursor.fixed64());
      }
      cursor.leave(outer);
    } else if (cursor.isFixed64(6)) {
      addCount(cursor.fixed64());
    } else if (cursor.isBytes(7)) {
      int outer = cursor.enter();
      while (cursor.position() < cursor.limit()) {
        addBound(cursor.float64());
      }
      cursor.leave(outer);
    } else if (cursor.isFixed64(7)) {
      addBound(cursor.float64());
    } else {
      return takesOfAnyHistogram();
    }
    return true;
  }

  private boolean takesOfExponential() throws RejectedException {
    if (cursor.isBytes(1)) {
      values.readAttribute(record);
    } else if (cursor.isVarint(6)) {
      scale = cursor.zigzag();
    } else if (cursor.isFixed64(7)) {
      zeroCount = unsigned(cursor.fixed64());
    } else if (cursor.isFixed64(14)) {
      zeroThreshold = cursor.float64();
    } else if (cursor.isBytes(8)) {
      int outer = cursor.enter();
      readPositive();
      cursor.leave(outer);
    } else {
      return takesOfAnyHistogram();
    }
    return true;
  }

  private void readPositive() throws RejectedException {
    while (cursor.next()) {
      if (cursor.isVarint(1)) {
        offset = cursor.zigzag();
      } else if (cursor.isVarint(2)) {
        addCount(cursor.varint());
      } else if (cursor.isBytes(2)) {
        int outer = cursor.enter();
        while (cursor.position() < cursor.limit()) {
          addCount(cursor.varint());
        }
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
  }

  private boolean takesOfAnyHistogram() throws RejectedException {
    if (cursor.isVarint(10)) {
      isStale = (cursor.varint() & 1) != 0;
      return true;
    }
    return takesOfTotals();
  }

  private boolean takesOfTotals() throws RejectedException {
    if (cursor.isFixed64(3)) {
      timeNanos = cursor.fixed64();
    } else if (cursor.isFixed64(4)) {
      count = unsigned(cursor.fixed64());
    } else if (cursor.isFixed64(5)) {
      sum = cursor.float64();
      hasSum = true;
    } else {
      return false;
    }
    return true;
  }

  private boolean takesOfSummary() throws RejectedException {
    if (cursor.isBytes(7)) {
      values.readAttribute(record);
    } else if (cursor.isBytes(6)) {
      int outer = cursor.enter();
      double quantile = 0;
      double at = 0;
      while (cursor.next()) {
        if (cursor.isFixed64(1)) {
          quantile = cursor.float64();
        } else if (cursor.isFixed64(2)) {
          at = cursor.float64();
        } else {
          cursor.skip();
        }
      }
      cursor.leave(outer);
      addBound(quantile);
      addBound(at);
    } else if (cursor.isVarint(8)) {
      isStale = (cursor.varint() & 1) != 0;
    } else {
      return takesOfTotals();
    }
    return true;
  }

  private void addCount(long count) {
    if (countsEnd == counts.length) {
      counts = Arrays.copyOf(counts, 2 * countsEnd);
    }
    counts[countsEnd++] = count;
  }

  private void addBound(double bound) {
    if (boundsEnd == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * boundsEnd);
    }
    bounds[boundsEnd++] = bound;
  }

  private void emit(int kind) throws RejectedException, InvalidLabelsException {
    switch (kind) {
      case GAUGE -> out.sample(sample(NO_SUFFIX, value));
      case HISTOGRAM -> emitHistogram();
      case EXPONENTIAL -> emitExponential();
      default -> emitSummary();
    }
  }

  private void emitHistogram() throws RejectedException, InvalidLabelsException {
    if (countsEnd == 0) {
      return;
    }
    if (countsEnd != boundsEnd + 1) {
      throw RejectedException.undecodable(
          "not one bucket more than bounds [buckets=%d, bounds=%d]"
              .formatted(countsEnd, boundsEnd));
    }
    emit(COUNT, count);
    if (hasSum) {
      emit(TOTAL, sum);
    }
    long cumulative = 0;
    for (int i = 0; i < countsEnd; i++) {
      cumulative += counts[i];
      emit(BUCKET, LE, i < boundsEnd ? decimals.of(bounds[i]) : INFINITE, unsigned(cumulative));
    }
  }

  private void emitExponential() throws RejectedException, InvalidLabelsException {
    emit(COUNT, count);
    emit(TOTAL, sum);
    if (zeroCount > 0) {
      emit(BUCKET, RANGE, DecimalBytes.range(-zeroThreshold, zeroThreshold), zeroCount);
    }
    double ratio = Math.pow(2, -scale);
    double base = Math.pow(2, ratio);
    double bound = Math.pow(2, offset * ratio);
    for (int i = 0; i < countsEnd; i++) {
      if (counts[i] != 0) {
        double lower = bound * Math.pow(base, i);
        emit(BUCKET, RANGE, DecimalBytes.range(lower, lower * base), unsigned(counts[i]));
      }
    }
  }

  private void emitSummary() throws RejectedException, InvalidLabelsException {
    emit(COUNT, count);
    emit(TOTAL, sum);
    for (int i = 0; i < boundsEnd; i += 2) {
      emit(NO_SUFFIX, QUANTILE, decimals.of(bounds[i]), bounds[i + 1]);
    }
  }

  private void emit(byte[] suffix, byte[] name, byte[] text, double value)
      throws RejectedException, InvalidLabelsException {
    int ofPoint = labels.count();
    labels.write(name);
    labels.endName();
    labels.write(text);
    labels.endValue();
    emit(suffix, value);
    labels.truncate(ofPoint);
  }

  private void emit(byte[] suffix, double value) throws RejectedException, InvalidLabelsException {
    samples.add(sample(suffix, value));
  }

  private Sample sample(byte[] suffix, double value)
      throws RejectedException, InvalidLabelsException {
    return new Sample(
        labels.build(record, nameFrom, nameTo, suffix), timestampMillis(), isStale ? STALE : value);
  }

  private long timestampMillis() throws RejectedException {
    long millis = Long.divideUnsigned(timeNanos, 1_000_000);
    if (millis != 0) {
      return millis;
    }
    if (recordTimestampMillis == -1) {
      throw new RejectedException(
          Rejection.NO_TIMESTAMP, "neither the point nor its record has a timestamp");
    }
    return recordTimestampMillis;
  }

  private static double unsigned(long count) {
    return count >= 0 ? count : 0x1p64 + count;
  }
}
