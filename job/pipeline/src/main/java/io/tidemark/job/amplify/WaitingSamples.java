package io.tidemark.job.amplify;

import io.tidemark.job.amplify.TemplateCache.Entry;
import io.tidemark.job.amplify.TemplateCache.Replaced;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Churn;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;

/**
 * The samples that wait to be amplified, with their series. Meanwhile the parts of a series that
 * the amplifier will read are fetched into the CPU's caches. One after the other, reads of a
 * hundred bytes here and there among a hundred megabytes would each be waited for; in loops that do
 * almost nothing else the waits overlap. A CPU has more iterations under way if the loop is
 * shorter, so there is one loop for each part.
 *
 * <p>A sample costs a look-up by number and five array stores.
 */
final class WaitingSamples {
  /** Fetching for more samples at once brings no more. */
  static final int ENOUGH = 64;

  private static final int MOST = ENOUGH - 1 + SampleBlock.MAX_SAMPLES;

  private final NumberedSeries numbered = new NumberedSeries(this::entry);
  private final TemplateCache templates;
  private final Churn churn;

  private Entry[] series = new Entry[MOST];
  private final int[] sources = new int[MOST];
  private final int[] numbers = new int[MOST];
  private final long[] timestamps = new long[MOST];
  private final double[] values = new double[MOST];

  /** This is null unless values are interpolated. */
  private final double[] endValues;

  /** When the first sample was due, in Unix milliseconds; {@link Long#MIN_VALUE} if never. */
  long dueMillis;

  private int count;

  /** The value has no meaning; without it the compiler would drop the reads ahead. */
  @SuppressWarnings("UnusedVariable")
  private long touched;

  WaitingSamples(TemplateCache templates, boolean interpolated, Churn churn) {
    this.templates = templates;
    this.churn = churn;
    endValues = interpolated ? new double[MOST] : null;
  }

  private Entry entry(Labels labels) {
    return churn.isNone() ? new Entry(labels, null) : new Replaced(labels, churn);
  }

  int count() {
    return count;
  }

  boolean isEnough() {
    return count >= ENOUGH;
  }

  /**
   * @throws IllegalStateException if source and amplifier mean different series by the numbers
   */
  void add(SampleBlock block) {
    int to = count + block.count();
    if (block.isAllNumbers()) {
      numbered.ofAll(block, series, count);
    } else {
      nameAndFind(block);
    }
    requireSameSeries(block, checksum(to));
    touch(to);
    for (int i = count, at = 0; i < to; i++, at = block.next(at)) {
      sources[i] = block.source();
      numbers[i] = block.number(at);
      timestamps[i] = block.timestampMillis(at);
      values[i] = block.value(at);
    }
    count = to;
  }

  private void nameAndFind(SampleBlock block) {
    for (int i = 0, at = 0; i < block.count(); i++, at = block.next(at)) {
      series[count + i] = numbered.of(block, at);
    }
  }

  /** Fetches all entries, and of each the place of its template. */
  private long checksum(int to) {
    long checksum = 0;
    for (int i = count; i < to; i++) {
      checksum = SampleBlock.checksum(checksum, series[i].hash);
    }
    return checksum;
  }

  /** Fetches all templates. */
  private void touch(int to) {
    long sum = 0;
    for (int i = count; i < to; i++) {
      sum += templates.touch(series[i]);
    }
    touched = sum;
  }

  private static void requireSameSeries(SampleBlock block, long checksum) {
    if (checksum != block.checksum()) {
      throw new IllegalStateException(
          "samples came to other series than their source read [source=%d, samples=%d]: a defect, or the order of records between source and amplifier is not kept"
              .formatted(block.source(), block.count()));
    }
  }

  /**
   * @param endValue see {@link io.tidemark.sink.PayloadBuilder}
   */
  void add(Sample sample, double endValue) {
    Entry entry = entry(sample.labels());
    touched = templates.touch(entry);
    series[count] = entry;
    numbers[count] = SourceSample.UNNUMBERED;
    timestamps[count] = sample.timestampMillis();
    values[count] = sample.value();
    if (endValues != null) {
      endValues[count] = endValue;
    }
    count++;
  }

  /** Returns the only sample of a block, with its labels. */
  Sample only(SampleBlock block) {
    if (block.count() > 1) {
      throw new IllegalStateException("a block where each sample has to have its key");
    }
    Entry entry = numbered.of(block, 0);
    requireSameSeries(block, SampleBlock.checksum(0, entry.hash));
    return new Sample(entry.labels(), block.timestampMillis(0), block.value(0));
  }

  long timestampMillis(int i) {
    return timestamps[i];
  }

  double value(int i) {
    return values[i];
  }

  double endValue(int i) {
    return endValues == null ? values[i] : endValues[i];
  }

  /** Returns the sample as the source had it. */
  Sample sample(int i) {
    return sample(i, series[i]);
  }

  /** Returns the sample as it is written. */
  Sample sample(int i, Entry written) {
    return new Sample(written.labels(), timestamps[i], values[i]);
  }

  /** Returns the series to write to. Without churn, the number stands for it from now on. */
  Entry series(int i) {
    Entry known = series[i];
    if (known instanceof Replaced replaced) {
      return replaced.at(timestamps[i], churn, templates);
    }
    Entry entry = templates.again(known);
    if (entry != known && numbers[i] != SourceSample.UNNUMBERED) {
      numbered.replace(sources[i], numbers[i], known, entry);
    }
    return entry;
  }

  void clear() {
    // The array is new, because storing references into an old one costs the garbage collector's
    // barrier each time.
    series = new Entry[MOST];
    count = 0;
  }
}
