package io.tidemark.sink.sql;

import io.tidemark.series.Amplification;
import io.tidemark.series.Interpolation;
import io.tidemark.series.Jitter;
import io.tidemark.series.Layout;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import java.util.Arrays;

/**
 * Writes copies as rows, as its code has them. Costs a handful of eight-byte stores per row, and
 * per source sample one copy of its labels; allocates nothing but the body.
 */
final class RowBuilder implements PayloadBuilder {
  private final RowCode code;
  private final Amplification amplification;
  private RowTemplate[] templates = new RowTemplate[1024];
  private long[] timestamps = new long[1024];
  private double[] values = new double[1024];

  /** Null unless values are interpolated. */
  private double[] endValues;

  private int count;
  private long seriesBytes;

  RowBuilder(RowCode code, Amplification amplification) {
    this.code = code;
    this.amplification = amplification;
    endValues = amplification.value() == ValueMode.INTERPOLATE ? new double[1024] : null;
  }

  @Override
  public void append(SeriesTemplate template, long timestampMillis, double value, double endValue) {
    if (count == templates.length) {
      templates = Arrays.copyOf(templates, 2 * count);
      timestamps = Arrays.copyOf(timestamps, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
      endValues = endValues == null ? null : Arrays.copyOf(endValues, 2 * count);
    }
    if (endValues != null) {
      endValues[count] = endValue;
    }
    var row = (RowTemplate) template;
    templates[count] = row;
    timestamps[count] = timestampMillis;
    values[count] = value;
    count++;
    seriesBytes += seriesBytes(row, amplification.n());
  }

  private int seriesBytes(RowTemplate template, int instances) {
    return RowBody.seriesBytes(template.labels.length, instances, code.width());
  }

  @Override
  public int sourceSamples() {
    return count;
  }

  @Override
  public long maxRawBytes() {
    return RowBody.headBytes(code, amplification.instanceLabel())
        + seriesBytes
        + count * amplification.copies() * code.rowBytes();
  }

  @Override
  public Payload encode(Slice slice) {
    int instances = slice.instanceTo() - slice.instanceFrom();
    int rows = Math.multiplyExact(count, slice.copies());
    int series = 0;
    for (int i = 0; i < count; i++) {
      series = Math.addExact(series, seriesBytes(templates[i], instances));
    }
    var out =
        new RowWriter(
            code,
            amplification.instanceLabel(),
            slice.instanceFrom(),
            count,
            instances,
            series,
            rows);
    for (int i = 0; i < count; i++) {
      out.series(templates[i]);
    }
    out.beginRows();
    if (amplification.layout() == Layout.TIME) {
      for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
        for (int i = 0; i < count; i++) {
          for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
            row(out, i, n, tick);
          }
        }
      }
    } else {
      for (int i = 0; i < count; i++) {
        for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
          for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
            row(out, i, n, tick);
          }
        }
      }
    }
    return out.payload(rows);
  }

  private void row(RowWriter out, int sample, int instance, int tick) {
    RowTemplate template = templates[sample];
    double value = values[sample];
    if (amplification.value() == ValueMode.JITTER) {
      value = Jitter.value(value, template.sourceHash, timestamps[sample], instance, tick);
    } else if (endValues != null) {
      value = Interpolation.value(value, endValues[sample], amplification, tick);
    }
    out.row(template.keys, instance, timestamps[sample] + amplification.offsetMillis(tick), value);
  }

  @Override
  public void clear() {
    Arrays.fill(templates, 0, count, null);
    count = 0;
    seriesBytes = 0;
  }
}
