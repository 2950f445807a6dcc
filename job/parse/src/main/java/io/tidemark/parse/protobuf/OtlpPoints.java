package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser.Output;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
  private final OtlpPoint point;
  private final DecimalBytes decimals;

  private byte[] record;
  private long recordTimestampMillis;
  private Output out;
  private int nameFrom;
  private int nameTo;

  /** Of the point that is being read: it is handed on whole or not at all. */
  private final List<Sample> samples = new ArrayList<>();

  OtlpPoints(ProtobufCursor cursor, OtlpLabels labels, OtlpValue values, DecimalBytes decimals) {
    this.cursor = cursor;
    this.labels = labels;
    this.point = new OtlpPoint(cursor, values);
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
      int kind = OtlpPoint.kind(cursor);
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

  private void readPoint(int kind) throws RejectedException {
    int start = cursor.position();
    samples.clear();
    point.read(kind, record);
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

  private void emit(int kind) throws RejectedException, InvalidLabelsException {
    switch (kind) {
      case OtlpPoint.GAUGE -> out.sample(sample(NO_SUFFIX, point.value));
      case OtlpPoint.HISTOGRAM -> emitHistogram();
      case OtlpPoint.EXPONENTIAL -> emitExponential();
      default -> emitSummary();
    }
  }

  private void emitHistogram() throws RejectedException, InvalidLabelsException {
    if (point.countsEnd == 0) {
      return;
    }
    if (point.countsEnd != point.boundsEnd + 1) {
      throw RejectedException.undecodable(
          "not one bucket more than bounds [buckets=%d, bounds=%d]"
              .formatted(point.countsEnd, point.boundsEnd));
    }
    emit(COUNT, point.count);
    if (point.hasSum) {
      emit(TOTAL, point.sum);
    }
    long cumulative = 0;
    for (int i = 0; i < point.countsEnd; i++) {
      cumulative += point.counts[i];
      emit(
          BUCKET,
          LE,
          i < point.boundsEnd ? decimals.of(point.bounds[i]) : INFINITE,
          OtlpPoint.unsigned(cumulative));
    }
  }

  private void emitExponential() throws RejectedException, InvalidLabelsException {
    emit(COUNT, point.count);
    emit(TOTAL, point.sum);
    if (point.zeroCount > 0) {
      emit(
          BUCKET,
          RANGE,
          DecimalBytes.range(-point.zeroThreshold, point.zeroThreshold),
          point.zeroCount);
    }
    double ratio = Math.pow(2, -point.scale);
    double base = Math.pow(2, ratio);
    double bound = Math.pow(2, point.offset * ratio);
    for (int i = 0; i < point.countsEnd; i++) {
      if (point.counts[i] != 0) {
        double lower = bound * Math.pow(base, i);
        emit(
            BUCKET,
            RANGE,
            DecimalBytes.range(lower, lower * base),
            OtlpPoint.unsigned(point.counts[i]));
      }
    }
  }

  private void emitSummary() throws RejectedException, InvalidLabelsException {
    emit(COUNT, point.count);
    emit(TOTAL, point.sum);
    for (int i = 0; i < point.boundsEnd; i += 2) {
      emit(NO_SUFFIX, QUANTILE, decimals.of(point.bounds[i]), point.bounds[i + 1]);
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
        labels.build(record, nameFrom, nameTo, suffix),
        timestampMillis(),
        point.isStale ? STALE : value);
  }

  private long timestampMillis() throws RejectedException {
    long millis = Long.divideUnsigned(point.timeNanos, 1_000_000);
    if (millis != 0) {
      return millis;
    }
    if (recordTimestampMillis == -1) {
      throw new RejectedException(
          Rejection.NO_TIMESTAMP, "neither the point nor its record has a timestamp");
    }
    return recordTimestampMillis;
  }
}
