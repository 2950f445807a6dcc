package io.tidemark.encode;

import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.xerial.snappy.Snappy;

/**
 * Prometheus remote write, version 1 in Snappy (prometheus/prompb {@code types.proto}): a {@code
 * TimeSeries} for each sample, whose labels are kept in this very encoding.
 */
public final class RemoteWriteEncoder implements SampleEncoder {
  private static final int TIME_SERIES = 1;
  private static final int SAMPLE = 2;
  private static final int VALUE = 1;
  private static final int TIMESTAMP = 2;

  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    var point = new ByteArrayOutputStream(20);
    Protobuf.eightBytes(point, VALUE, Double.doubleToRawLongBits(sample.value()));
    Protobuf.varint(point, TIMESTAMP, sample.timestampMillis());
    var series = new ByteArrayOutputStream(sample.labels().encoded().length + 24);
    series.writeBytes(sample.labels().encoded());
    Protobuf.bytes(series, SAMPLE, point.toByteArray());
    Protobuf.bytes(to, TIME_SERIES, series.toByteArray());
  }

  @Override
  public byte[] record(byte[] parts) {
    try {
      return Snappy.compress(parts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
