package io.tidemark.job.split;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;

/**
 * A source sample whose series may have a number; many make a {@link SampleBlock}. Immutable.
 *
 * <p>A source subtask may give its series numbers. The first sample that it sends of a series then
 * has the number and the labels, those after it the number alone, until it gives the number to
 * another series in the same way. What stands for a number is nobody's state: after a restore
 * source and amplifier both begin anew.
 *
 * @param source the subtask whose number it is
 * @param number from 0, or {@link #UNNUMBERED}
 * @param hash of the labels: the key of the shuffle
 * @param labels null if the number stands for them
 * @param timestampMillis Unix time
 */
public record SourceSample(
    int source, int number, long hash, Labels labels, long timestampMillis, double value) {
  public static final int UNNUMBERED = -1;

  /** Numbers that a source subtask gives at most. */
  public static final int MAX_NUMBERS = 1 << 20;

  /** Of all source subtasks together: each amplifier keeps 4 to 8 bytes for each of them. */
  private static final int ALL_NUMBERS = 1 << 21;

  /**
   * Numbers that one of so many source subtasks may give.
   *
   * @param most by what it keeps for each
   */
  public static int numbers(int subtasks, int most) {
    return Math.min(most, ALL_NUMBERS / subtasks);
  }

  public static SourceSample of(Sample sample) {
    Labels labels = sample.labels();
    return new SourceSample(
        0, UNNUMBERED, labels.hash(), labels, sample.timestampMillis(), sample.value());
  }

  public boolean isNumbered() {
    return number != UNNUMBERED;
  }

  /** Of one that has its labels. */
  public Sample sample() {
    return new Sample(labels, timestampMillis, value);
  }
}
