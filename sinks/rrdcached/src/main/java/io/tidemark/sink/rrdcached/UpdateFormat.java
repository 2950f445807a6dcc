package io.tidemark.sink.rrdcached;

import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.client.TextBody;
import io.tidemark.sink.client.TextBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * A line for each sample, {@code UPDATE path seconds:value}: as a line fails or is taken as a
 * whole, what becomes of each sample is known.
 */
record UpdateFormat(SeriesPath path, Copies copies) implements WireFormat {
  static final String ENCODING = "rrdcached";

  /** The reason of dead letters. */
  static final String TOO_LONG = "labels-too-long-for-a-path";

  @Override
  public String refuse(Labels labels) {
    int last = copies.amplification().n() - 1;
    return path.of(copies.labels(labels, last)).length() > SeriesPath.MAX_BYTES ? TOO_LONG : null;
  }

  @Override
  public SeriesTemplate template(Labels labels) {
    return new UpdateTemplate(path, copies, labels);
  }

  @Override
  public PayloadBuilder newPayloadBuilder() {
    return new Builder();
  }

  @Override
  public List<Sample> decode(Payload payload) {
    var samples = new ArrayList<Sample>(payload.samples());
    for (UpdateLine line : UpdateLine.all(payload.body())) {
      samples.add(new Sample(path.labels(line.path()), line.seconds() * 1000, line.value()));
    }
    return samples;
  }

  @Override
  public Payload encode(List<Sample> samples) {
    long bytes = 0;
    var heads = new ArrayList<byte[]>(samples.size());
    for (Sample sample : samples) {
      byte[] head = UpdateLine.head(path.of(sample.labels()));
      heads.add(head);
      bytes += UpdateLine.maxBytes(head);
    }
    var body = new TextBody(bytes);
    for (int i = 0; i < heads.size(); i++) {
      Sample sample = samples.get(i);
      byte[] value = UpdateLine.value(sample.value());
      UpdateLine.put(body, heads.get(i), sample.timestampMillis(), value);
    }
    return payload(body, samples.size());
  }

  static Payload payload(TextBody lines, int samples) {
    return new Payload(lines.bytes(), ENCODING, samples, lines.length());
  }

  /** Writes copies as lines. */
  private final class Builder extends TextBuilder<UpdateTemplate> {
    Builder() {
      super(copies.amplification());
    }

    @Override
    protected long sourceHash(UpdateTemplate template) {
      return template.sourceHash;
    }

    @Override
    protected byte[] text(double value) {
      return UpdateLine.value(value);
    }

    @Override
    protected void copy(
        TextBody body, UpdateTemplate template, int instance, long timestampMillis, byte[] value) {
      UpdateLine.put(body, template.heads[instance], timestampMillis, value);
    }

    @Override
    public Payload encode(Slice slice) {
      var body = new TextBody(maxBytes(slice));
      writeCopies(body, slice);
      return payload(body, copies(slice));
    }
  }
}
