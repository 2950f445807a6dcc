package io.tidemark.sink.otlp;

import com.google.protobuf.CodedInputStream;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Reads a request as this package writes it: all fields in order, none besides. Anything else is
 * not a payload of ours.
 */
final class OtlpReader {
  /** What receivers take by default, decompressed. */
  private static final int MAX_DECODED_BYTES = 32 * 1024 * 1024;

  private static final byte[] METRIC_NAME = "__name__".getBytes(StandardCharsets.UTF_8);

  private final CodedInputStream in;
  private final List<Sample> samples = new ArrayList<>();
  private final Labels.Builder labels = new Labels.Builder();

  OtlpReader(byte[] raw) {
    in = CodedInputStream.newInstance(raw);
  }

  /**
   * @throws IllegalArgumentException if it is no gzip, or too large
   */
  static byte[] unpacked(byte[] body) {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      byte[] raw = in.readNBytes(MAX_DECODED_BYTES + 1);
      if (raw.length > MAX_DECODED_BYTES) {
        throw new IllegalArgumentException(
            "body too large [max=%d]; lower write.batch-bytes".formatted(MAX_DECODED_BYTES));
      }
      return raw;
    } catch (IOException e) {
      throw new IllegalArgumentException("no gzip [bytes=%d]".formatted(body.length), e);
    }
  }

  /**
   * @throws IllegalArgumentException if it is not a request as described
   */
  List<Sample> read() {
    try {
      int request = enter(OtlpFields.RESOURCE_METRICS);
      int resource = enter(OtlpFields.SCOPE_METRICS);
      while (!in.isAtEnd()) {
        metric();
      }
      leave(resource);
      leave(request);
      require(in.isAtEnd());
      return samples;
    } catch (IOException | InvalidLabelsException e) {
      throw malformed(e);
    }
  }

  private void metric() throws IOException, InvalidLabelsException {
    int scope = enter(OtlpFields.METRIC);
    int tag = in.readTag();
    byte[] name = new byte[0];
    if (tag == OtlpFields.NAME) {
      name = in.readByteArray();
      tag = in.readTag();
    }
    require(tag == OtlpFields.GAUGE);
    int metric = in.pushLimit(in.readRawVarint32());
    while (!in.isAtEnd()) {
      point(name);
    }
    leave(metric);
    leave(scope);
  }

  private void point(byte[] name) throws IOException, InvalidLabelsException {
    int gauge = enter(OtlpFields.POINT);
    require(in.readTag() == OtlpFields.TIME);
    long nanos = in.readFixed64();
    require(nanos % OtlpFields.NANOS_PER_MILLI == 0);
    require(in.readTag() == OtlpFields.VALUE);
    double value = in.readDouble();
    labels.clear();
    labels.add(METRIC_NAME, 0, METRIC_NAME.length, name, 0, name.length);
    while (!in.isAtEnd()) {
      attribute();
    }
    samples.add(new Sample(labels.build(), nanos / OtlpFields.NANOS_PER_MILLI, value));
    leave(gauge);
  }

  private void attribute() throws IOException {
    int point = enter(OtlpFields.ATTRIBUTE);
    require(in.readTag() == OtlpFields.KEY);
    byte[] key = in.readByteArray();
    int attribute = enter(OtlpFields.ATTRIBUTE_VALUE);
    require(in.readTag() == OtlpFields.STRING);
    byte[] text = in.readByteArray();
    labels.add(key, 0, key.length, text, 0, text.length);
    leave(attribute);
    leave(point);
  }

  /**
   * Goes into a message.
   *
   * @return the end of the one around it, for {@link #leave}
   */
  private int enter(int tag) throws IOException {
    require(in.readTag() == tag);
    return in.pushLimit(in.readRawVarint32());
  }

  private void leave(int outerEnd) throws IOException {
    require(in.isAtEnd());
    in.popLimit(outerEnd);
  }

  private void require(boolean holds) {
    if (!holds) {
      throw malformed(null);
    }
  }

  private IllegalArgumentException malformed(Exception cause) {
    return new IllegalArgumentException(
        "not an OTLP payload of ours [offset=%d]".formatted(in.getTotalBytesRead()), cause);
  }
}
