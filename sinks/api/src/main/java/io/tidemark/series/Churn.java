package io.tidemark.series;

import java.io.Serializable;

/**
 * How series are replaced by new ones, though the source goes on with the same: in each interval of
 * the samples' own time a share of the instances gets other names, as pods do that are started
 * anew. All series of an instance are replaced together, those without an instance label one by
 * one. Which series a sample is written to is a function of its labels and its timestamp alone: so
 * it is the same after a restart, at any parallelism and in every run.
 *
 * <p>The new name has {@code ~g} and a number as its suffix: how often the share of the time since
 * 1970 has made a whole. Copies of it have theirs behind that.
 *
 * @param share of the instances, 0 to 1; 0: none is ever replaced
 * @param labels that name an instance, and get the suffix
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

  /** When a series is replaced, as a part of the time between two times: 0 to less than 1. */
  public double phase(Labels series) {
    return labels.place(series);
  }

  /** How often a series of that phase was replaced until a time. */
  public long generation(double phase, long timestampMillis) {
    return (long) Math.floor(share * timestampMillis / intervalMillis + phase);
  }

  /**
   * What is written for a series once it was replaced so often.
   *
   * @param series of the source, without extra labels
   */
  public Labels replaced(Labels series, long generation) {
    return labels.with(series.toMap(), "~g" + generation);
  }
}
