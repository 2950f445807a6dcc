package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.protobuf.Otlp.Buckets;
import io.tidemark.parse.protobuf.Otlp.ExponentialPoint;
import io.tidemark.parse.protobuf.Otlp.HistogramPoint;
import io.tidemark.parse.protobuf.Otlp.NumberPoint;
import io.tidemark.parse.protobuf.Otlp.Quantile;
import io.tidemark.parse.protobuf.Otlp.SummaryPoint;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Converts one OTLP data point to samples with the current labels. A point of a gauge or sum gives
 * one sample. A histogram gives {@code _count}, {@code _sum} if it has one, and {@code _bucket}
 * with cumulative counts and the label {@code le}. An exponential histogram gives {@code _count},
 * {@code _sum} if it has one, and {@code _bucket} with the label {@code vmrange} for its zero
 * bucket and every other that is not empty. A summary gives {@code _count}, {@code _sum} and the
 * quantiles with the label {@code quantile}. A point that is marked as having no value gives a
 * stale marker.
 */
final class OtlpPoints {
  /** Bound of the size of all samples of one point, which are emitted together. */
  private static final int MAX_BYTES = 16 << 20;

  /** Bytes of heap that a sample takes in addition to its labels. */
  private static final int SAMPLE_BYTES = 100;

  private static final byte[] NO_SUFFIX = {};
  private static final byte[] COUNT = ascii("_count");
  private static final byte[] TOTAL = ascii("_sum");
  private static final byte[] BUCKET = ascii("_bucket");
  private static final byte[] LE = ascii("le");
  private static final byte[] RANGE = ascii("vmrange");
  private static final byte[] QUANTILE = ascii("quantile");
  private static final byte[] INFINITE = ascii("+Inf");

  private static final double STALE = Double.longBitsToDouble(0x7ff0000000000002L);
  private static final int WITHOUT_VALUE = 1;

  private final OtlpLabels labels;
  private final DecimalBytes decimals;
  private final List<Sample> samples = new ArrayList<>();

  private int bytes;
  private byte[] name;
  private long timestampMillis;
  private boolean isStale;

  OtlpPoints(OtlpLabels labels, DecimalBytes decimals) {
    this.labels = labels;
    this.decimals = decimals;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the samples of the point that was added; valid until {@link #begin}. */
  List<Sample> samples() {
    return samples;
  }

  void ofMetric(byte[] name) {
    this.name = name;
  }

  /**
   * @param recordTimestampMillis timestamp for a point without one; -1 if the record has none
   */
  void begin(long timeNanos, int flags, long recordTimestampMillis) throws RejectedException {
    samples.clear();
    bytes = 0;
    isStale = (flags & WITHOUT_VALUE) != 0;
    long millis = Long.divideUnsigned(timeNanos, 1_000_000);
    timestampMillis = millis == 0 ? recordTimestampMillis : millis;
    if (timestampMillis == -1) {
      throw new RejectedException(
          Rejection.NO_TIMESTAMP, "neither the point nor its record has a timestamp");
    }
  }

  void add(NumberPoint point) throws RejectedException, InvalidLabelsException {
    add(NO_SUFFIX, point.hasAsInt() ? point.getAsInt() : point.getAsDouble());
  }

  void add(HistogramPoint point) throws RejectedException, InvalidLabelsException {
    int buckets = point.getBucketCountsCount();
    int bounds = point.getBoundsCount();
    if (buckets != bounds + 1) {
      throw RejectedException.undecodable(
          buckets == 0
              ? "a histogram without buckets"
              : "not one bucket more than bounds [buckets=%d, bounds=%d]"
                  .formatted(buckets, bounds));
    }
    add(COUNT, unsigned(point.getCount()));
    if (point.hasSum()) {
      add(TOTAL, point.getSum());
    }
    long cumulative = 0;
    for (int i = 0; i < buckets; i++) {
      cumulative += point.getBucketCounts(i);
      byte[] bound = i < bounds ? decimals.of(point.getBounds(i)) : INFINITE;
      add(BUCKET, LE, bound, unsigned(cumulative));
    }
  }

  void add(ExponentialPoint point) throws RejectedException, InvalidLabelsException {
    add(COUNT, unsigned(point.getCount()));
    if (point.hasSum()) {
      add(TOTAL, point.getSum());
    }
    if (point.getZeroCount() != 0) {
      double threshold = point.getZeroThreshold();
      addRange(-threshold, threshold, unsigned(point.getZeroCount()));
    }
    add(point.getPositive(), point.getScale(), false);
    add(point.getNegative(), point.getScale(), true);
  }

  private void add(Buckets buckets, int scale, boolean negative)
      throws RejectedException, InvalidLabelsException {
    double ratio = Math.pow(2, -(double) scale);
    double base = Math.pow(2, ratio);
    double first = Math.pow(2, buckets.getOffset() * ratio);
    for (int i = 0; i < buckets.getCountsCount(); i++) {
      if (buckets.getCounts(i) != 0) {
        double lower = first * Math.pow(base, i);
        double upper = lower * base;
        addRange(
            negative ? -upper : lower, negative ? -lower : upper, unsigned(buckets.getCounts(i)));
      }
    }
  }

  void add(SummaryPoint point) throws RejectedException, InvalidLabelsException {
    add(COUNT, unsigned(point.getCount()));
    add(TOTAL, point.getSum());
    for (Quantile each : point.getQuantilesList()) {
      add(NO_SUFFIX, QUANTILE, decimals.of(each.getQuantile()), each.getValue());
    }
  }

  private void addRange(double from, double to, double value)
      throws RejectedException, InvalidLabelsException {
    add(BUCKET, RANGE, decimals.range(from, to), value);
  }

  private void add(byte[] suffix, byte[] label, byte[] text, double value)
      throws RejectedException, InvalidLabelsException {
    labels.begin();
    try {
      labels.add(label, text);
      add(suffix, value);
    } finally {
      labels.end();
    }
  }

  private void add(byte[] suffix, double value) throws RejectedException, InvalidLabelsException {
    Labels series = labels.build(suffix.length == 0 ? name : joined(name, suffix));
    bytes += SAMPLE_BYTES + series.encoded().length;
    if (bytes > MAX_BYTES) {
      throw RejectedException.tooLarge("all samples of a point", bytes, MAX_BYTES);
    }
    samples.add(new Sample(series, timestampMillis, isStale ? STALE : value));
  }

  static byte[] joined(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  static double unsigned(long count) {
    return count >= 0 ? count : 0x1p64 + count;
  }
}
