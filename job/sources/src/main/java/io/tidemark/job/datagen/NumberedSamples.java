package io.tidemark.job.datagen;

import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Labels;
import java.util.Arrays;

/**
 * Generated samples, their series numbered by their slots: labels are made, and hashed, of what has
 * not been sent before. Beyond the numbers that there are each sample has its labels. Keeps 16
 * bytes a series.
 */
final class NumberedSamples {
  private static final long NOTHING_SENT = -1;

  private final SampleGenerator generator;
  private final int source;

  /** Of the series whose labels were sent last in each slot. */
  private final long[] generations;

  private final long[] hashes;

  /**
   * @param source the subtask
   */
  NumberedSamples(SampleGenerator generator, int source, boolean numbered) {
    this.generator = generator;
    this.source = source;
    int slots = numbered ? Math.min(generator.shape().slots(), SourceSample.MAX_NUMBERS) : 0;
    generations = new long[slots];
    hashes = new long[slots];
    Arrays.fill(generations, NOTHING_SENT);
  }

  SourceSample sample(long startMillis, long tick, int slot) {
    if (slot >= generations.length) {
      return SourceSample.of(generator.sample(startMillis, tick, slot));
    }
    long generation = generator.generation(tick, slot);
    Labels labels = null;
    if (generations[slot] != generation) {
      labels = generator.shape().labels(slot, generation);
      generations[slot] = generation;
      hashes[slot] = labels.hash();
    }
    return new SourceSample(
        source,
        slot,
        hashes[slot],
        labels,
        generator.timestampMillis(startMillis, tick),
        generator.value(tick, slot, generation));
  }
}
