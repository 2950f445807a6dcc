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
 * Collects source samples and writes their copies one after the other, in the layout's order. This
 * is the hot path: it allocates nothing beside what writing a copy does.
 *
 * @param <T> a series of the format
 * @param <B> what the copies are written to
 */
public abstract class CopyBuilder<T extends SeriesTemplate, B> implements PayloadBuilder {
  protected final Amplification amplification;
  private SeriesTemplate[] templates = new SeriesTemplate[1024];
  private long[] timestamps = new long[1024];
  private double[] values = new double[1024];

  /** This is null unless values are interpolated. */
  private double[] endValues;

  private int count;

  protected CopyBuilder(Amplification amplification) {
    this.amplification = amplification;
    endValues = amplification.value() == ValueMode.INTERPOLATE ? new double[1024] : null;
  }

  /** Returns the hash of the source's labels without extra ones, from which jitter is derived. */
  protected abstract long sourceHash(T template);

  /**
   * Writes a copy.
   *
   * @param sample the number of its source sample, from 0
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

  /** Returns the template that was appended with the sample. */
  @SuppressWarnings("unchecked")
  protected final T template(int sample) {
    return (T) templates[sample];
  }

  /** Returns the value of the source sample itself. */
  protected final double value(int sample) {
    return values[sample];
  }

  /**
   * Returns how many copies the slice has, of all source samples.
   *
   * @throws ArithmeticException if no payload can hold so many
   */
  protected final int copies(Slice slice) {
    return Math.multiplyExact(count, slice.copies());
  }

  /** Writes the slice's copies. */
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
