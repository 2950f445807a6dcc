package io.tidemark.encode;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.tidemark.parse.protobuf.Otlp;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/**
 * Writes an OpenTelemetry metrics request in protobuf: a gauge with one point for each sample,
 * whose attributes are the labels, and no resource. Timestamps in nanoseconds end in the year 2262.
 */
public final class OtlpEncoder implements SampleEncoder {
  private static final long NANOS_PER_MILLI = 1_000_000;

  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    Labels series = sample.labels();
    var point =
        Otlp.NumberPoint.newBuilder()
            .setTimeNanos(NANOS_PER_MILLI * sample.timestampMillis())
            .setAsDouble(sample.value());
    for (LabelCursor label = series.cursor(); label.next(); ) {
      if (!TextWriter.isName(series, label)) {
        point.addAttributes(
            Otlp.KeyValue.newBuilder()
                .setKey(text(series, label.nameOffset(), label.nameLength()))
                .setValue(
                    Otlp.Value.newBuilder()
                        .setText(text(series, label.valueOffset(), label.valueLength()))));
      }
    }
    var metric =
        Otlp.Metric.newBuilder()
            .setName(UnsafeByteOperations.unsafeWrap(TextWriter.name(series)))
            .setGauge(Otlp.Gauge.newBuilder().addPoints(point));
    var ofScope = Otlp.ScopeMetrics.newBuilder().addMetrics(metric);
    var ofResource = Otlp.ResourceMetrics.newBuilder().addScopeMetrics(ofScope);
    to.writeBytes(Otlp.Request.newBuilder().addResourceMetrics(ofResource).build().toByteArray());
  }

  private static ByteString text(Labels series, int offset, int length) {
    return UnsafeByteOperations.unsafeWrap(series.encoded(), offset, length);
  }
}
