package io.tidemark.series;

import java.time.Duration;

/**
 * The limits on samples that a kind of database has by itself: the defaults of section {@code
 * limits}. A sample beyond them is refused before it is amplified.
 *
 * @param labels the most labels of a series
 * @param future how far ahead of now a timestamp may lie
 * @param retention how far back a timestamp may lie; 0 for no bound
 */
public record SampleLimits(
    int labels, int labelNameBytes, int labelValueBytes, Duration future, Duration retention) {
  /** The limits of Tidemark itself, for a database that has none of its own. */
  public static final SampleLimits WIDEST =
      new SampleLimits(
          Labels.Builder.MAX_LABELS,
          Labels.Builder.MAX_BYTES,
          Labels.Builder.MAX_BYTES,
          Duration.ofDays(36_500),
          Duration.ZERO);
}
