package io.tidemark.encode;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.xerial.snappy.Snappy;

/**
 * Writes Prometheus remote write, version 1 in Snappy (prometheus/prompb {@code types.proto}), with
 * one {@code TimeSeries} for each sample. {@link Labels} keeps labels in this encoding already.
 */
public final class RemoteWriteEncoder implements SampleEncoder {
  private static final int TIME_SERIES = 1;
  private static final int SAMPLE = 2;
  private static final int VALUE = 1;
  private static final int TIMESTAMP = 2;

  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    byte[] labels = sample.labels().encoded();
    int point =
        CodedOutputStream.computeDoubleSize(VALUE, sample.value())
            + CodedOutputStream.computeInt64Size(TIMESTAMP, sample.timestampMillis());
    int inSeries =
        CodedOutputStream.computeTagSize(SAMPLE)
            + CodedOutputStream.computeUInt32SizeNoTag(point)
            + point;
    int series = labels.length + inSeries;
    // An encoder that writes to a stream would allocate a buffer of 4 KiB for each sample.
    byte[] bytes =
        new byte
            [CodedOutputStream.computeTagSize(TIME_SERIES)
                + CodedOutputStream.computeUInt32SizeNoTag(series)
                + series];
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      size(out, TIME_SERIES, series);
      out.writeRawBytes(labels);
      size(out, SAMPLE, point);
      out.writeDouble(VALUE, sample.value());
      out.writeInt64(TIMESTAMP, sample.timestampMillis());
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    to.writeBytes(bytes);
  }

  private static void size(CodedOutputStream out, int field, int bytes) throws IOException {
    out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(bytes);
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
