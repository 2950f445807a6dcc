package io.tidemark.sink.rows;

import io.tidemark.series.Copies;
import io.tidemark.series.Slice;
import io.tidemark.sink.Payload;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.client.CopyBuilder;

/**
 * Writes copies as the rows of a {@link RowCode}. A row takes a handful of eight-byte stores, and a
 * source sample one copy of its labels; nothing is allocated but the body.
 */
final class RowBuilder extends CopyBuilder<RowTemplate, RowWriter> {
  private final RowCode code;
  private final String instanceLabels;
  private long seriesBytes;

  RowBuilder(RowCode code, Copies copies) {
    super(copies.amplification());
    this.code = code;
    instanceLabels = amplification.instanceLabels().except(copies.extraLabels().keySet()).toText();
  }

  @Override
  public void append(SeriesTemplate template, long timestampMillis, double value, double endValue) {
    super.append(template, timestampMillis, value, endValue);
    seriesBytes += seriesBytes((RowTemplate) template, amplification.n());
  }

  private int seriesBytes(RowTemplate template, int instances) {
    return RowBody.seriesBytes(template.labels.length, instances, code.width());
  }

  @Override
  public long maxRawBytes() {
    return RowBody.headBytes(code, instanceLabels)
        + seriesBytes
        + sourceSamples() * amplification.copies() * code.rowBytes();
  }

  @Override
  public Payload encode(Slice slice) {
    int instances = slice.instanceTo() - slice.instanceFrom();
    int rows = copies(slice);
    int series = 0;
    for (int i = 0; i < sourceSamples(); i++) {
      series = Math.addExact(series, seriesBytes(template(i), instances));
    }
    var out =
        new RowWriter(
            code, instanceLabels, slice.instanceFrom(), sourceSamples(), instances, series, rows);
    for (int i = 0; i < sourceSamples(); i++) {
      out.series(template(i));
    }
    out.beginRows();
    writeCopies(out, slice);
    return out.payload(rows);
  }

  @Override
  protected long sourceHash(RowTemplate template) {
    return template.sourceHash;
  }

  @Override
  protected void copy(
      RowWriter out,
      RowTemplate template,
      int sample,
      int instance,
      long timestampMillis,
      double value) {
    out.row(template.keys, instance, timestampMillis, value);
  }

  @Override
  public void clear() {
    super.clear();
    seriesBytes = 0;
  }
}
