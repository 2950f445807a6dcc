package io.tidemark.statistics;

import org.hipparchus.stat.StatUtils;

/** Mean and spread, which are 0 if there are no values. */
public final class Moments {
  private Moments() {}

  static double mean(double[] values) {
    return values.length == 0 ? 0 : StatUtils.mean(values);
  }

  /** Returns the sum of squared distances from the mean. */
  public static double squares(double[] values) {
    return values.length == 0 ? 0 : values.length * StatUtils.populationVariance(values);
  }

  /** Returns the variance of the sample, with n − 1 degrees of freedom. */
  static double variance(double[] values) {
    return values.length < 2 ? 0 : StatUtils.variance(values);
  }

  static double[] logarithms(double[] values, String what) {
    var logarithms = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] > 0 && values[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "%s can't be compared by ratio: value=%s, must be positive and finite"
                .formatted(what, values[i]));
      }
      logarithms[i] = Math.log(values[i]);
    }
    return logarithms;
  }
}
