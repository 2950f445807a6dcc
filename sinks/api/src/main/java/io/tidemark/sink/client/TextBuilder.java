package io.tidemark.sink.client;

import io.tidemark.series.Amplification;
import io.tidemark.series.Slice;
import io.tidemark.sink.SeriesTemplate;
import java.util.Arrays;

/**
 * Writes copies as text. Each sample costs a copy of its labels' text, a hundred bytes or two; each
 * value that differs from its source's costs the text of it, which is an object.
 *
 * @param <T> a series of the format
 */
public abstract class TextBuilder<T extends SeriesTemplate> extends CopyBuilder<T, TextBody> {
  private byte[][] texts = new byte[1024][];

  /** The most bytes that one copy of each source sample takes together. */
  private long sampleBytes;

  protected TextBuilder(Amplification amplification) {
    super(amplification);
  }

  protected abstract byte[] text(double value);

  /** Writes a copy, whose value has this text. */
  protected abstract void copy(
      TextBody body, T template, int instance, long timestampMillis, byte[] value);

  @Override
  public final void append(
      SeriesTemplate template, long timestampMillis, double value, double endValue) {
    int sample = sourceSamples();
    if (sample == texts.length) {
      texts = Arrays.copyOf(texts, 2 * sample);
    }
    texts[sample] = text(value);
    sampleBytes += template.maxSampleBytes();
    super.append(template, timestampMillis, value, endValue);
  }

  @Override
  protected final void copy(
      TextBody body, T template, int sample, int instance, long timestampMillis, double value) {
    boolean isSource =
        Double.doubleToRawLongBits(value) == Double.doubleToRawLongBits(value(sample));
    copy(body, template, instance, timestampMillis, isSource ? texts[sample] : text(value));
  }

  @Override
  public long maxRawBytes() {
    return amplification.copies() * sampleBytes;
  }

  /** Returns the most bytes that the slice's copies take. */
  protected final long maxBytes(Slice slice) {
    return slice.copies() * sampleBytes;
  }

  @Override
  public final void clear() {
    Arrays.fill(texts, 0, sourceSamples(), null);
    sampleBytes = 0;
    super.clear();
  }
}
