package io.tidemark.job.datagen;

import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Labels;
import java.util.Arrays;

/**
 * Generated samples whose series are numbered by the slots of a reader's shards. Labels are made
 * and hashed only when a series is sent for the first time. Series without a number, for lack of
 * numbers, bring their labels with each sample. Takes 16 bytes of memory per series.
 */
final class NumberedSamples {
  private static final long NOTHING_SENT = -1;

  private final SampleGenerator generator;
  private final int source;
  private final int most;

  /** For each number, the generation of the series whose labels were sent last. */
  private long[] generations = {};

  private long[] hashes = {};

  /**
   * @param source number of the subtask
   * @param most number of series that the subtask may number
   */
  NumberedSamples(SampleGenerator generator, int source, int most) {
    this.generator = generator;
    this.source = source;
    this.most = most;
  }

  /** Makes room for numbers below this, as far as they may be given. */
  void room(int numbers) {
    int known = generations.length;
    int length = Math.max(known, Math.min(numbers, most));
    generations = Arrays.copyOf(generations, length);
    hashes = Arrays.copyOf(hashes, length);
    Arrays.fill(generations, known, length, NOTHING_SENT);
  }

  SourceSample sample(long startMillis, long tick, int slot, int number) {
    if (number >= generations.length) {
      return SourceSample.of(generator.sample(startMillis, tick, slot));
    }
    long generation = generator.generation(tick, slot);
    Labels labels = null;
    if (generations[number] != generation) {
      labels = generator.shape().labels(slot, generation);
      generations[number] = generation;
      hashes[number] = labels.hash();
    }
    return new SourceSample(
        source,
        number,
        hashes[number],
        labels,
        generator.timestampMillis(startMillis, tick),
        generator.value(tick, slot, generation));
  }
}
