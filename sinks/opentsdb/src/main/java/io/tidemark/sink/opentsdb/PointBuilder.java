package io.tidemark.sink.opentsdb;

import io.tidemark.series.Slice;
import io.tidemark.sink.Payload;
import io.tidemark.sink.client.TextBody;
import io.tidemark.sink.client.TextBuilder;

/** Writes copies as points. */
final class PointBuilder extends TextBuilder<PointTemplate> {
  private final PointFormat format;

  PointBuilder(PointFormat format) {
    super(format.copies().amplification());
    this.format = format;
  }

  @Override
  protected long sourceHash(PointTemplate template) {
    return template.sourceHash;
  }

  @Override
  protected byte[] text(double value) {
    return format.wire().value(value);
  }

  @Override
  protected void copy(
      TextBody body, PointTemplate template, int instance, long timestampMillis, byte[] value) {
    template.putPoint(body, format.wire(), instance, timestampMillis, value);
  }

  @Override
  public long maxRawBytes() {
    return super.maxRawBytes() + Wire.MAX_FRAME;
  }

  @Override
  public Payload encode(Slice slice) {
    TextBody body = format.wire().body(maxBytes(slice));
    writeCopies(body, slice);
    return format.payload(body, copies(slice));
  }
}
