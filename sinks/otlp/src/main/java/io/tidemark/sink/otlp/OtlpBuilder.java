package io.tidemark.sink.otlp;

import io.tidemark.series.Amplification;
import io.tidemark.series.Layout;
import io.tidemark.series.Slice;
import io.tidemark.sink.Payload;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.client.CopyBuilder;

/**
 * Builds requests of the copies of source samples, in the layout's order; {@link Layout#GROUPED}
 * puts the ticks of an instance into one metric. A payload's body is all that is allocated.
 */
final class OtlpBuilder extends CopyBuilder<OtlpTemplate, OtlpMessage> {
  /** Far above any request a server takes, and far enough below 2^31 for every offset. */
  private static final long MAX_RAW_BYTES = 1 << 30;

  /** What is later does not fit into the receivers' nanoseconds: 2262. */
  private static final long MAX_MILLIS = Long.MAX_VALUE / OtlpFields.NANOS_PER_MILLI;

  private final OtlpMessage message;
  private final String encoding;
  private long sampleBytes;

  /** Of a metric. */
  private int points;

  OtlpBuilder(Amplification amplification, Compression compression) {
    super(amplification);
    message = new OtlpMessage(compression == Compression.GZIP);
    encoding = compression.encoding();
  }

  @Override
  protected long sourceHash(OtlpTemplate template) {
    return template.sourceHash;
  }

  @Override
  public void append(SeriesTemplate template, long timestampMillis, double value, double endValue) {
    super.append(template, timestampMillis, value, endValue);
    sampleBytes += template.maxSampleBytes();
  }

  @Override
  public long maxRawBytes() {
    return OtlpFields.MAX_HEAD_BYTES + amplification.copies() * sampleBytes;
  }

  @Override
  public Payload encode(Slice slice) {
    long bound = OtlpFields.MAX_HEAD_BYTES + slice.copies() * sampleBytes;
    if (bound > MAX_RAW_BYTES) {
      throw new IllegalArgumentException(
          "payload too large [maxRawBytes=%d, bound=%d]; encode a smaller slice or fewer samples"
              .formatted(bound, MAX_RAW_BYTES));
    }
    points = amplification.layout() == Layout.GROUPED ? slice.tickTo() - slice.tickFrom() : 1;
    message.clear();
    writeCopies(message, slice);
    byte[] body = message.toByteArray();
    return new Payload(body, encoding, copies(slice), message.rawBytes());
  }

  @Override
  protected void copy(
      OtlpMessage body,
      OtlpTemplate template,
      int sample,
      int instance,
      long timestampMillis,
      double value) {
    if (timestampMillis < 1 || timestampMillis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          "OTLP has no such time [timestampMillis=%d, from=1, to=%d]"
              .formatted(timestampMillis, MAX_MILLIS));
    }
    long nanos = timestampMillis * OtlpFields.NANOS_PER_MILLI;
    body.sample(template, instance, nanos, Double.doubleToRawLongBits(value), points);
  }

  @Override
  public void clear() {
    super.clear();
    sampleBytes = 0;
  }
}
