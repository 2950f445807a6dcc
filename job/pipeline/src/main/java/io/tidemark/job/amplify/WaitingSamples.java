package io.tidemark.job.amplify;

import io.tidemark.job.amplify.TemplateCache.Entry;
import io.tidemark.job.amplify.TemplateCache.Replaced;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Churn;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;

/**
 * Samples that wait for being amplified, with their series. What the amplifier will read of a
 * series is fetched into the CPU's caches meanwhile: one after the other, a hundred bytes here and
 * there among a hundred megabytes, would be waited for one by one; in loops that do next to nothing
 * else the waits overlap. The shorter a loop, the more of its turns a CPU has under way: so there
 * is one for each thing.
 *
 * <p>Costs a look-up by number and five array stores a sample.
 */
final class WaitingSamples {
  /** As many as are worth fetching for. */
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

  /** Null unless values are interpolated. */
  private final double[] endValues;

  /** When the first of them was due, in Unix milliseconds; {@link Long#MIN_VALUE} if at no time. */
  long dueMillis;

  private int count;

  /** Of no meaning; without it the compiler would leave the reads ahead out. */
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
   * @throws IllegalStateException if source and amplifier don't mean the same series by the numbers
   */
  void add(SampleBlock block) {
    if (block.alone() != null) {
      add(block.alone(), block.alone().value());
      return;
    }
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

  /** Fetches all entries, and of each where its template is. */
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

  /** The only sample of a block, with its labels. */
  Sample only(SampleBlock block) {
    if (block.alone() != null) {
      return block.alone();
    }
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

  /** As the source had it. */
  Sample sample(int i) {
    return sample(i, series[i]);
  }

  /** As it is written. */
  Sample sample(int i, Entry written) {
    return new Sample(written.labels(), timestamps[i], values[i]);
  }

  /**
   * The series that the sample is written to, with its template. Unless the source's are replaced
   * by others, its number stands for that from now on.
   */
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
    // A young array: storing references into an old one costs the collector's barrier each time.
    series = new Entry[MOST];
    count = 0;
  }
}
