package io.tidemark.sink.plain;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Labels, timestamp and value of one sample after the other. */
record PlainFormat(Copies copies) implements WireFormat {
  static final String ENCODING = "plain";

  /** Sizes, timestamp, value, and an instance label with its suffix. */
  private static final int MAX_REST_BYTES = 64;

  private record Template(Labels labels, int maxSampleBytes) implements SeriesTemplate {}

  @Override
  public SeriesTemplate template(Labels labels) {
    Map<String, String> extra = copies.extraLabels();
    int extraBytes = extra.isEmpty() ? 0 : Labels.of(extra).encoded().length;
    return new Template(labels, labels.encoded().length + extraBytes + MAX_REST_BYTES);
  }

  @Override
  public PayloadBuilder newPayloadBuilder() {
    return new Builder();
  }

  @Override
  public List<Sample> decode(Payload payload) {
    return read(payload.body());
  }

  @Override
  public Payload encode(List<Sample> samples) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      for (Sample sample : samples) {
        byte[] labels = sample.labels().encoded();
        out.writeInt(labels.length);
        out.write(labels);
        out.writeLong(sample.timestampMillis());
        out.writeDouble(sample.value());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Payload(bytes.toByteArray(), ENCODING, samples.size(), bytes.size());
  }

  static List<Sample> read(byte[] body) {
    var samples = new ArrayList<Sample>();
    try (var in = new DataInputStream(new ByteArrayInputStream(body))) {
      while (in.available() > 0) {
        samples.add(
            new Sample(
                Labels.ofEncoded(in.readNBytes(in.readInt())), in.readLong(), in.readDouble()));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("not of the plain format", e);
    }
    return samples;
  }

  private final class Builder implements PayloadBuilder {
    private final List<Sample> sources = new ArrayList<>();
    private final List<Double> endValues = new ArrayList<>();
    private long maxBytes;

    @Override
    public void append(
        SeriesTemplate template, long timestampMillis, double value, double endValue) {
      Amplification amplification = copies.amplification();
      maxBytes += amplification.copies() * template.maxSampleBytes();
      sources.add(new Sample(((Template) template).labels(), timestampMillis, value));
      endValues.add(endValue);
    }

    @Override
    public int sourceSamples() {
      return sources.size();
    }

    @Override
    public long maxRawBytes() {
      return maxBytes;
    }

    @Override
    public Payload encode(Slice slice) {
      return PlainFormat.this.encode(copies.of(sources, endValues, slice));
    }

    @Override
    public void clear() {
      sources.clear();
      endValues.clear();
      maxBytes = 0;
    }
  }
}
