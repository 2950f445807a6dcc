package io.tidemark.series;

import java.io.Serializable;
import java.math.BigDecimal;

/**
 * How a fleet grows: each series becomes {@code least.n()} series, and those of a {@code share} of
 * the instances one more. A hash of an instance's name decides, so all series of an instance have
 * equally many copies, in every run, and what was copied stays copied when the share grows. If
 * there are few instances, the share that is copied may be another one.
 *
 * <p>An instance's name is the value of the first of {@link InstanceLabels#names} that a series
 * has. Series that have none of them are decided one by one, by all of their labels.
 *
 * @param least the amplification of the instances with the fewest copies
 * @param share the share of the instances with one copy more, at least 0, less than 1
 */
public record Fleet(Amplification least, double share) implements Serializable {
  public Fleet {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException("a share of instances [share=%s]".formatted(share));
    }
  }

  /**
   * @param least the amplification; the whole part of {@code n} replaces its N
   * @param n copies in the mean over the instances, at least 1
   */
  public static Fleet of(Amplification least, double n) {
    return new Fleet(least.withN((int) n), n - (int) n);
  }

  /** Returns the copies in the mean over the instances. */
  public double n() {
    return least.n() + share;
  }

  /** Returns M×N in the mean over the instances. */
  public double copies() {
    return least.m() * n();
  }

  /** Tells whether all instances have equally many copies. */
  public boolean isUniform() {
    return share == 0;
  }

  /** Returns the amplification of the instances that have most copies. */
  public Amplification most() {
    return isUniform() ? least : least.withN(least.n() + 1);
  }

  /**
   * Returns the amplification of a series.
   *
   * @param series the labels of the source, without extra labels
   */
  public Amplification of(Labels series) {
    return hasOneMore(series) ? most() : least;
  }

  /**
   * Tells whether a series has one copy more than {@link #least} says.
   *
   * @param series the labels of the source, without extra labels
   */
  public boolean hasOneMore(Labels series) {
    return !isUniform() && least.instanceLabels().place(series) < share;
  }

  /** Returns N as people write it: 5, or 1.5. */
  public static String text(double n) {
    return BigDecimal.valueOf(n).stripTrailingZeros().toPlainString();
  }
}
