package io.tidemark.encode;

import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/**
 * An OpenTelemetry metrics request in protobuf (opentelemetry-proto {@code metrics.proto}): a gauge
 * with one point for each sample, its labels as the point's attributes, in {@code ResourceMetrics}
 * without a resource. Nanoseconds hold times up to the year 2262.
 */
public final class OtlpEncoder implements SampleEncoder {
  private static final int RESOURCE_METRICS = 1;
  private static final int SCOPE_METRICS = 2;
  private static final int METRIC = 2;
  private static final int METRIC_NAME = 1;
  private static final int GAUGE = 5;
  private static final int DATA_POINT = 1;
  private static final int TIME_NANOS = 3;
  private static final int AS_DOUBLE = 4;
  private static final int ATTRIBUTE = 7;
  private static final int KEY = 1;
  private static final int VALUE = 2;
  private static final int TEXT = 1;
  private static final long NANOS_PER_MILLI = 1_000_000;

  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    var metric = new ByteArrayOutputStream();
    Protobuf.bytes(metric, METRIC_NAME, TextWriter.name(sample.labels()));
    Protobuf.bytes(metric, GAUGE, message(DATA_POINT, point(sample)));
    byte[] ofScope = message(METRIC, metric.toByteArray());
    Protobuf.bytes(to, RESOURCE_METRICS, message(SCOPE_METRICS, ofScope));
  }

  private static byte[] point(Sample sample) {
    var point = new ByteArrayOutputStream();
    Labels series = sample.labels();
    for (LabelCursor label = series.cursor(); label.next(); ) {
      if (!TextWriter.isName(series, label)) {
        Protobuf.bytes(point, ATTRIBUTE, attribute(series, label));
      }
    }
    Protobuf.eightBytes(point, TIME_NANOS, NANOS_PER_MILLI * sample.timestampMillis());
    Protobuf.eightBytes(point, AS_DOUBLE, Double.doubleToRawLongBits(sample.value()));
    return point.toByteArray();
  }

  private static byte[] attribute(Labels series, LabelCursor label) {
    byte[] text = series.encoded();
    var value = new ByteArrayOutputStream();
    Protobuf.bytes(value, TEXT, text, label.valueOffset(), label.valueLength());
    var attribute = new ByteArrayOutputStream();
    Protobuf.bytes(attribute, KEY, text, label.nameOffset(), label.nameLength());
    Protobuf.bytes(attribute, VALUE, value.toByteArray());
    return attribute.toByteArray();
  }

  private static byte[] message(int field, byte[] content) {
    var message = new ByteArrayOutputStream(content.length + 6);
    Protobuf.bytes(message, field, content);
    return message.toByteArray();
  }
}
