package io.tidemark.sink.rrdcached;

import io.tidemark.series.Amplification;
import io.tidemark.series.Slice;
import io.tidemark.sink.Payload;
import io.tidemark.sink.client.TextBody;
import io.tidemark.sink.client.TextBuilder;

/** Writes copies as lines. */
final class UpdateBuilder extends TextBuilder<UpdateTemplate> {
  UpdateBuilder(Amplification amplification) {
    super(amplification);
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
    return UpdateFormat.payload(body, copies(slice));
  }
}
