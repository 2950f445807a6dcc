package io.tidemark.sink.opentsdb;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.client.TextBody;
import io.tidemark.sink.client.TextBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A point for each sample: the metric is label {@code __name__}, the others are its tags. */
record PointFormat(OpenTsdbOptions options, Copies copies) implements WireFormat {
  static final String JSON = "json";
  static final String GZIP = "gzip";
  static final String TELNET = "telnet";

  /** Reasons of dead letters. */
  static final String NO_METRIC = "no-metric-name";

  static final String NO_TAG = "no-tag";
  static final String TOO_MANY_TAGS = "too-many-tags";
  static final String CHARACTERS = "characters-not-allowed";
  static final String TOO_LONG = "labels-too-long";

  /** A name is the key of a row, which HBase bounds (HConstants.MAX_ROW_LENGTH). */
  private static final int MAX_NAME = Short.MAX_VALUE;

  /** Of telnet, with its end (net.opentsdb.tsd.PipelineFactory, LineBasedFrameDecoder). */
  private static final int MAX_LINE = 1024;

  private static final Amplification AS_IT_IS =
      new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);

  Wire wire() {
    return options.isTelnet() ? Wire.LINES : Wire.JSON;
  }

  @Override
  public String refuse(Labels labels) {
    if (!options.escapes()
        && copies.labels(labels, 0).toMap().entrySet().stream()
            .anyMatch(l -> !Names.isPlain(l.getKey()) || !Names.isPlain(l.getValue()))) {
      return CHARACTERS;
    }
    int last = copies.amplification().n() - 1;
    Map<String, String> tags = PointTemplate.tags(copies.labels(labels, last));
    if (tags.remove("__name__") == null) {
      return NO_METRIC;
    }
    // The first instance may have a label less, the instance's own.
    if (copies.labels(labels, 0).toMap().size() < 2) {
      return NO_TAG;
    }
    if (tags.size() > options.maxTags()) {
      return TOO_MANY_TAGS;
    }
    boolean fits =
        wire() == Wire.LINES
            ? template(labels).maxSampleBytes() <= MAX_LINE
            : PointTemplate.tags(copies.labels(labels, last)).entrySet().stream()
                .allMatch(
                    tag -> tag.getKey().length() < MAX_NAME && tag.getValue().length() < MAX_NAME);
    return fits ? null : TOO_LONG;
  }

  @Override
  public SeriesTemplate template(Labels labels) {
    return new PointTemplate(wire(), copies, labels);
  }

  @Override
  public PayloadBuilder newPayloadBuilder() {
    return new Builder();
  }

  @Override
  public List<Sample> decode(Payload payload) {
    boolean isPacked = payload.encoding().equals(GZIP);
    return wire().points(isPacked ? unpacked(payload.body()) : payload.body());
  }

  @Override
  public Payload encode(List<Sample> samples) {
    var asTheyAre = new Copies(AS_IT_IS, Map.of());
    List<PointTemplate> templates =
        samples.stream().map(s -> new PointTemplate(wire(), asTheyAre, s.labels())).toList();
    TextBody body = wire().body(templates.stream().mapToLong(PointTemplate::maxSampleBytes).sum());
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      byte[] value = wire().value(sample.value());
      templates.get(i).putPoint(body, wire(), 0, sample.timestampMillis(), value);
    }
    return payload(body, samples.size());
  }

  /** Ends the body. */
  Payload payload(TextBody points, int samples) {
    points.put(wire().end);
    byte[] body = points.bytes();
    return options.isTelnet()
        ? new Payload(body, TELNET, samples, body.length)
        : options.isPacked()
            ? new Payload(packed(body), GZIP, samples, body.length)
            : new Payload(body, JSON, samples, body.length);
  }

  private static byte[] packed(byte[] body) {
    var packed = new ByteArrayOutputStream(body.length / 8);
    try (var out = new GZIPOutputStream(packed)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private static byte[] unpacked(byte[] packed) {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalArgumentException("no gzip", e);
    }
  }

  /** Writes copies as points. */
  private final class Builder extends TextBuilder<PointTemplate> {
    Builder() {
      super(copies.amplification());
    }

    @Override
    protected long sourceHash(PointTemplate template) {
      return template.sourceHash;
    }

    @Override
    protected byte[] text(double value) {
      return wire().value(value);
    }

    @Override
    protected void copy(
        TextBody body, PointTemplate template, int instance, long timestampMillis, byte[] value) {
      template.putPoint(body, wire(), instance, timestampMillis, value);
    }

    @Override
    public long maxRawBytes() {
      return super.maxRawBytes() + Wire.MAX_FRAME;
    }

    @Override
    public Payload encode(Slice slice) {
      TextBody body = wire().body(maxBytes(slice));
      writeCopies(body, slice);
      return payload(body, copies(slice));
    }
  }
}
