package io.tidemark.sink.opentsdb;

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
 * Writes copies as text. Costs a copy of the labels' text per sample, a hundred bytes or two, and
 * for each value that differs from its source's its text, which is an object.
 */
final class PointBuilder implements PayloadBuilder {
  private final PointFormat format;
  private final Amplification amplification;
  private PointTemplate[] templates = new PointTemplate[1024];
  private long[] timestamps = new long[1024];
  private double[] values = new double[1024];
  private double[] endValues = new double[1024];
  private byte[][] texts = new byte[1024][];
  private int count;
  private long maxBytes;

  PointBuilder(PointFormat format) {
    this.format = format;
    this.amplification = format.copies().amplification();
  }

  @Override
  public void append(SeriesTemplate template, long timestampMillis, double value, double endValue) {
    if (count == templates.length) {
      templates = Arrays.copyOf(templates, 2 * count);
      timestamps = Arrays.copyOf(timestamps, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
      endValues = Arrays.copyOf(endValues, 2 * count);
      texts = Arrays.copyOf(texts, 2 * count);
    }
    templates[count] = (PointTemplate) template;
    timestamps[count] = timestampMillis;
    values[count] = value;
    endValues[count] = endValue;
    texts[count] = format.wire().value(value);
    count++;
    maxBytes += amplification.copies() * template.maxSampleBytes();
  }

  @Override
  public int sourceSamples() {
    return count;
  }

  @Override
  public long maxRawBytes() {
    return maxBytes + Points.MAX_FRAME;
  }

  @Override
  public Payload encode(Slice slice) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += (long) slice.copies() * templates[i].maxSampleBytes();
    }
    var out = new Points(format.wire(), bytes);
    if (amplification.layout() == Layout.TIME) {
      for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
        for (int i = 0; i < count; i++) {
          for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
            point(out, i, n, tick);
          }
        }
      }
    } else {
      for (int i = 0; i < count; i++) {
        for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
          for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
            point(out, i, n, tick);
          }
        }
      }
    }
    return format.payload(out, Math.multiplyExact(count, slice.copies()));
  }

  private void point(Points out, int sample, int instance, int tick) {
    out.point(
        templates[sample].heads[instance],
        timestamps[sample] + amplification.offsetMillis(tick),
        text(sample, instance, tick),
        templates[sample].tails[instance]);
  }

  private byte[] text(int sample, int instance, int tick) {
    double value = values[sample];
    double copy = value;
    if (amplification.value() == ValueMode.JITTER) {
      copy = Jitter.value(value, templates[sample].sourceHash, timestamps[sample], instance, tick);
    } else if (amplification.value() == ValueMode.INTERPOLATE) {
      copy = Interpolation.value(value, endValues[sample], amplification, tick);
    }
    boolean isSource = Double.doubleToRawLongBits(copy) == Double.doubleToRawLongBits(value);
    return isSource ? texts[sample] : format.wire().value(copy);
  }

  @Override
  public void clear() {
    Arrays.fill(templates, 0, count, null);
    Arrays.fill(texts, 0, count, null);
    count = 0;
    maxBytes = 0;
  }
}
