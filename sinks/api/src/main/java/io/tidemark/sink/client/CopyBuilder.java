package io.tidemark.sink.client;

import io.tidemark.series.Amplification;
import io.tidemark.series.Interpolation;
import io.tidemark.series.Jitter;
import io.tidemark.series.Layout;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import java.util.Arrays;

/**
 * Holds source samples and goes through their copies, in the layout's order: for formats that write
 * one copy after the other. The hot path: allocates nothing but what a copy does.
 *
 * @param <T> a series of the format
 * @param <B> what copies are written to
 */
public abstract class CopyBuilder<T extends SeriesTemplate, B> implements PayloadBuilder {
  protected final Amplification amplification;
  private SeriesTemplate[] templates = new SeriesTemplate[1024];
  private long[] timestamps = new long[1024];
  private double[] values = new double[1024];

  /** Null unless values are interpolated. */
  private double[] endValues;

  private int count;

  protected CopyBuilder(Amplification amplification) {
    this.amplification = amplification;
    endValues = amplification.value() == ValueMode.INTERPOLATE ? new double[1024] : null;
  }

  /** Of the source's labels, without extra ones: what jitter derives from. */
  protected abstract long sourceHash(T template);

  /**
   * Writes a copy.
   *
   * @param sample the number of its source, from 0
   */
  protected abstract void copy(
      B body, T template, int sample, int instance, long timestampMillis, double value);

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
    templates[count] = template;
    timestamps[count] = timestampMillis;
    values[count] = value;
    count++;
  }

  @Override
  public final int sourceSamples() {
    return count;
  }

  /** Appended with it. */
  @SuppressWarnings("unchecked")
  protected final T template(int sample) {
    return (T) templates[sample];
  }

  /** Of the source itself. */
  protected final double value(int sample) {
    return values[sample];
  }

  /**
   * How many the slice has, of all sources.
   *
   * @throws ArithmeticException if no payload can hold so many
   */
  protected final int copies(Slice slice) {
    return Math.multiplyExact(count, slice.copies());
  }

  /** Writes them. */
  protected final void writeCopies(B body, Slice slice) {
    if (amplification.layout() == Layout.TIME) {
      for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
        for (int i = 0; i < count; i++) {
          for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
            write(body, i, n, tick);
          }
        }
      }
    } else {
      for (int i = 0; i < count; i++) {
        for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
          for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
            write(body, i, n, tick);
          }
        }
      }
    }
  }

  private void write(B body, int sample, int instance, int tick) {
    T template = template(sample);
    double value = values[sample];
    if (amplification.value() == ValueMode.JITTER) {
      value = Jitter.value(value, sourceHash(template), timestamps[sample], instance, tick);
    } else if (endValues != null) {
      value = Interpolation.value(value, endValues[sample], amplification, tick);
    }
    long timestampMillis = timestamps[sample] + amplification.offsetMillis(tick);
    copy(body, template, sample, instance, timestampMillis, value);
  }

  @Override
  public void clear() {
    Arrays.fill(templates, 0, count, null);
    count = 0;
  }
}
