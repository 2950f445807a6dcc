package io.tidemark.series;

import java.io.Serializable;

/**
 * How series are replaced by new ones, though the source goes on with the same: in each interval of
 * the samples' own time a share of the instances gets other names, as pods do that are started
 * anew. All series of an instance are replaced together, those without an instance label one by
 * one. The series that a sample is written to depends on its labels and its timestamp alone, so it
 * is the same after a restart, at any parallelism and in every run.
 *
 * <p>The new name ends in {@code ~g} and the number of replacements since 1970. In a copy of the
 * series, the instance's suffix follows.
 *
 * @param share the share of the instances that is replaced in an interval, 0 to 1; 0 if none ever
 *     is
 * @param labels the labels that name an instance, and get the suffix
 */
public record Churn(double share, long intervalMillis, InstanceLabels labels)
    implements Serializable {
  public Churn {
    if (!(share >= 0 && share <= 1 && intervalMillis > 0)) {
      throw new IllegalArgumentException(
          "no share of series in an interval [share=%s, intervalMillis=%d]"
              .formatted(share, intervalMillis));
    }
  }

  public boolean isNone() {
    return share == 0;
  }

  /**
   * Returns when a series is replaced, as a part of the time between two replacements: 0 to less
   * than 1.
   */
  public double phase(Labels series) {
    return labels.place(series);
  }

  /** Returns how often a series of that phase was replaced from 1970 until a time. */
  public long generation(double phase, long timestampMillis) {
    return (long) Math.floor(share * timestampMillis / intervalMillis + phase);
  }

  /**
   * Returns the labels of a series that was replaced so often.
   *
   * @param series the labels of the source, without extra labels
   */
  public Labels replaced(Labels series, long generation) {
    return labels.with(series.toMap(), "~g" + generation);
  }
}
