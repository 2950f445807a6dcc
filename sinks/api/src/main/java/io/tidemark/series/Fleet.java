package io.tidemark.series;

import java.io.Serializable;
import java.math.BigDecimal;

/**
 * How a fleet grows: each series becomes {@code least.n()} series, and those of a {@code share} of
 * the instances one more. Which instances is decided by a hash of the instance's name, so all
 * series of an instance have as many copies, in every run, and whatever was copied stays copied
 * when the share grows. Of few instances the share that is copied may be another one.
 *
 * <p>An instance's name is the value of the first of {@link InstanceLabels#names} that a series
 * has. Series that have none of them are decided one by one, by all of their labels.
 *
 * @param share at least 0, less than 1
 */
public record Fleet(Amplification least, double share) implements Serializable {
  public Fleet {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException("a share of instances [share=%s]".formatted(share));
    }
  }

  /**
   * @param least one whose N is the whole part of {@code n}
   * @param n copies in the mean over the instances, at least 1
   */
  public static Fleet of(Amplification least, double n) {
    return new Fleet(least.withN((int) n), n - (int) n);
  }

  /** Copies in the mean over the instances. */
  public double n() {
    return least.n() + share;
  }

  /** M×N, in the mean over the instances. */
  public double copies() {
    return least.m() * n();
  }

  /** Whether all instances have as many copies. */
  public boolean isUniform() {
    return share == 0;
  }

  /** Of the instances that have most copies. */
  public Amplification most() {
    return isUniform() ? least : least.withN(least.n() + 1);
  }

  /**
   * @param series of the source, without extra labels
   */
  public Amplification of(Labels series) {
    return hasOneMore(series) ? most() : least;
  }

  /**
   * Whether it has one copy more than {@link #least} says.
   *
   * @param series of the source, without extra labels
   */
  public boolean hasOneMore(Labels series) {
    return !isUniform() && least.instanceLabels().place(series) < share;
  }

  /** N as people write it: 5, or 1.5. */
  public static String text(double n) {
    return BigDecimal.valueOf(n).stripTrailingZeros().toPlainString();
  }
}
