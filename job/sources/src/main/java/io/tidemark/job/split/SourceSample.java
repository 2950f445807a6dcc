package io.tidemark.job.split;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;

/**
 * A source sample whose series may have a number; many of them make a {@link SampleBlock}.
 * Immutable.
 *
 * <p>A source subtask may give its series numbers. The first sample that it sends of a series then
 * has the number and the labels; later ones have only the number, until the subtask gives the
 * number to another series in the same way. No state holds what a number stands for: after a
 * restore source and amplifier both begin anew.
 *
 * @param source the subtask that gave the number
 * @param number the series' number from 0, or {@link #UNNUMBERED}
 * @param hash the hash of the labels, which is the key of the shuffle
 * @param labels the series' labels; null if the number stands for them
 * @param timestampMillis Unix time
 */
public record SourceSample(
    int source, int number, long hash, Labels labels, long timestampMillis, double value) {
  public static final int UNNUMBERED = -1;

  /** A source subtask gives at most this many numbers. */
  public static final int MAX_NUMBERS = 1 << 20;

  /**
   * All source subtasks together give at most this many numbers, because each amplifier keeps 4 to
   * 8 bytes for each of them.
   */
  private static final int ALL_NUMBERS = 1 << 21;

  /**
   * Returns how many numbers one of so many source subtasks may give.
   *
   * @param most the most that the subtask can keep memory for
   */
  public static int numbers(int subtasks, int most) {
    return Math.min(most, ALL_NUMBERS / subtasks);
  }

  public static SourceSample of(Sample sample) {
    Labels labels = sample.labels();
    return new SourceSample(
        0, UNNUMBERED, labels.hash(), labels, sample.timestampMillis(), sample.value());
  }
}
