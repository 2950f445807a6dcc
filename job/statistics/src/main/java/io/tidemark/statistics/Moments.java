package io.tidemark.statistics;

/** Mean and spread; those of nothing are 0. */
public final class Moments {
  private Moments() {}

  static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.length == 0 ? 0 : sum / values.length;
  }

  /** Sum of squared distances from the mean. */
  public static double squares(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum;
  }

  /** Of the sample, n − 1 degrees of freedom. */
  static double variance(double[] values) {
    return values.length < 2 ? 0 : squares(values) / (values.length - 1);
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
