package io.tidemark.series;

import java.time.Duration;

/**
 * What a kind of database takes as it comes: the defaults of section {@code limits}. What lies
 * beyond is refused before it is amplified.
 *
 * @param labels most labels of a series
 * @param future how far ahead of now a timestamp may lie
 * @param retention how far back, 0 for no bound
 */
public record SampleLimits(
    int labels, int labelNameBytes, int labelValueBytes, Duration future, Duration retention) {
  /** Those of Tidemark itself, for a database that has none of its own. */
  public static final SampleLimits WIDEST =
      new SampleLimits(
          Labels.Builder.MAX_LABELS,
          Labels.Builder.MAX_BYTES,
          Labels.Builder.MAX_BYTES,
          Duration.ofDays(36_500),
          Duration.ZERO);
}
