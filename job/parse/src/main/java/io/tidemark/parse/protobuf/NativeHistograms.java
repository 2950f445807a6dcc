package io.tidemark.parse.protobuf;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.SampleParser.Output;
import io.tidemark.parse.protobuf.Prometheus.Histogram;
import io.tidemark.parse.protobuf.Prometheus.Span;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Converts the native histograms of a remote-write time series to samples: {@code _count}, {@code
 * _sum}, and {@code _bucket} with the label {@code vmrange} for the zero bucket and every other
 * that is not empty. Databases that know {@code vmrange} store them like this. As native histograms
 * are rare, this allocates objects freely.
 */
final class NativeHistograms {
  /** A larger histogram is refused, because its objects take a multiple of its bytes. */
  private static final int MAX_BYTES = 1 << 20;

  /** Schemas of exponential buckets; other schemas define their own bounds. */
  private static final int MIN_SCHEMA = -9;

  private static final int MAX_SCHEMA = 52;

  private static final byte[] NAME_BYTES = ascii("__name__");
  private static final byte[] RANGE = ascii("vmrange");
  private static final byte[] NO_RANGE = {};
  private static final byte[] LONGEST_RANGE = ascii("-1.000e-300...-1.000e-300");
  private static final byte[] COUNT = ascii("_count");
  private static final byte[] TOTAL = ascii("_sum");
  private static final byte[] BUCKET = ascii("_bucket");

  private static final Parser<Histogram> PARSER =
      DiscardUnknownFieldsParser.wrap(Histogram.parser());

  private final Labels.Builder builder = new Labels.Builder();
  private final DecimalBytes decimals = new DecimalBytes();

  private Labels series;
  private Output out;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Checks that the field at the cursor is a histogram. A histogram that is too large passes; it is
   * refused when it is read.
   */
  static void check(ProtobufCursor cursor, byte[] bytes) throws RejectedException {
    int outer = cursor.enter();
    if (cursor.limit() - cursor.position() <= MAX_BYTES) {
      parse(bytes, cursor.position(), cursor.limit());
    }
    cursor.leave(outer);
  }

  private static Histogram read(ProtobufCursor cursor, byte[] bytes) throws RejectedException {
    int outer = cursor.enter();
    int from = cursor.position();
    int to = cursor.limit();
    cursor.leave(outer);
    if (to - from > MAX_BYTES) {
      throw RejectedException.tooLarge("native histogram", to - from, MAX_BYTES);
    }
    return parse(bytes, from, to);
  }

  private static Histogram parse(byte[] bytes, int from, int to) throws RejectedException {
    try {
      return PARSER.parseFrom(bytes, from, to - from);
    } catch (InvalidProtocolBufferException e) {
      throw RejectedException.undecodable("not protobuf: " + e.getMessage());
    }
  }

  /** Requires that a time series with histograms has no samples. */
  static void requireAlone(boolean hasSamples) throws RejectedException {
    if (hasSamples) {
      throw RejectedException.undecodable("samples and native histograms in one series");
    }
  }

  /**
   * Emits all histograms of the time series that the cursor is in, or none of them.
   *
   * @param field number of the field that contains them
   */
  void emit(ProtobufCursor cursor, byte[] bytes, int field, Labels series, Output out)
      throws RejectedException, InvalidLabelsException {
    this.series = series;
    this.out = out;
    labels(BUCKET, LONGEST_RANGE);
    int start = cursor.position();
    while (cursor.next()) {
      if (cursor.isBytes(field)) {
        int schema = read(cursor, bytes).getSchema();
        if (schema < MIN_SCHEMA || schema > MAX_SCHEMA) {
          throw RejectedException.undecodable(
              "a native histogram whose buckets are not exponential [schema=%d]".formatted(schema));
        }
      } else {
        cursor.skip();
      }
    }
    cursor.rewind(start);
    while (cursor.next()) {
      if (cursor.isBytes(field)) {
        emit(read(cursor, bytes));
      } else {
        cursor.skip();
      }
    }
  }

  private void emit(Histogram histogram) throws InvalidLabelsException {
    long time = histogram.getTimestamp();
    double count =
        histogram.hasCountFloat()
            ? histogram.getCountFloat()
            : OtlpPoints.unsigned(histogram.getCountInt());
    out.sampleOfHistogram(new Sample(labels(COUNT, NO_RANGE), time, count));
    out.sampleOfHistogram(new Sample(labels(TOTAL, NO_RANGE), time, histogram.getSum()));
    double zeros =
        histogram.hasZeroCountFloat()
            ? histogram.getZeroCountFloat()
            : OtlpPoints.unsigned(histogram.getZeroCountInt());
    bucket(time, -histogram.getZeroThreshold(), histogram.getZeroThreshold(), zeros);
    double base = Math.pow(2, Math.pow(2, -histogram.getSchema()));
    buckets(
        histogram.getPositiveSpansList(),
        counts(histogram.getPositiveCountsList(), histogram.getPositiveDeltasList()),
        (from, to, value) -> bucket(time, from, to, value),
        base);
    buckets(
        histogram.getNegativeSpansList(),
        counts(histogram.getNegativeCountsList(), histogram.getNegativeDeltasList()),
        (from, to, value) -> bucket(time, -to, -from, value),
        base);
  }

  private interface Buckets {
    void add(double from, double to, double value) throws InvalidLabelsException;
  }

  /** Returns the counts of buckets; integer counts are encoded as differences. */
  private static double[] counts(List<Double> counts, List<Long> deltas) {
    double[] all = new double[counts.isEmpty() ? deltas.size() : counts.size()];
    long sum = 0;
    for (int i = 0; i < all.length; i++) {
      if (counts.isEmpty()) {
        sum += deltas.get(i);
        all[i] = sum;
      } else {
        all[i] = counts.get(i);
      }
    }
    return all;
  }

  private static void buckets(List<Span> spans, double[] counts, Buckets to, double base)
      throws InvalidLabelsException {
    int index = 0;
    int next = 0;
    for (Span span : spans) {
      index += span.getOffset();
      long length = Math.min(Integer.toUnsignedLong(span.getLength()), counts.length - next);
      for (int i = 0; i < length; i++) {
        double upper = Math.pow(base, index++);
        to.add(upper / base, upper, counts[next++]);
      }
    }
  }

  private void bucket(long time, double from, double to, double value)
      throws InvalidLabelsException {
    if (value > 0) {
      out.sampleOfHistogram(new Sample(labels(BUCKET, decimals.range(from, to)), time, value));
    }
  }

  private Labels labels(byte[] suffix, byte[] range) throws InvalidLabelsException {
    boolean hasName = false;
    builder.clear();
    byte[] text = series.encoded();
    for (LabelCursor label = series.cursor(); label.next(); ) {
      byte[] name =
          Arrays.copyOfRange(text, label.nameOffset(), label.nameOffset() + label.nameLength());
      byte[] value =
          Arrays.copyOfRange(text, label.valueOffset(), label.valueOffset() + label.valueLength());
      if (Arrays.equals(name, NAME_BYTES)) {
        hasName = true;
        value = OtlpPoints.joined(value, suffix);
      }
      builder.add(name, 0, name.length, value, 0, value.length);
    }
    if (!hasName) {
      throw new InvalidLabelsException("a native histogram without a name");
    }
    builder.add(RANGE, 0, RANGE.length, range, 0, range.length);
    return builder.build();
  }
}
