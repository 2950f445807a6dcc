package io.tidemark.statistics;

import java.util.OptionalDouble;

/**
 * The knee of a rising, flattening curve as Kneedle finds it (Satopää and others 2011, sensitivity
 * 1 for offline data): the first peak of y − x, both scaled to 0…1, after which it falls by more
 * than the mean step of x. A cross-check of the fitted knee, no more: it gives no interval.
 */
public final class Kneedle {
  private static final double SENSITIVITY = 1;

  private Kneedle() {}

  /**
   * The knee's x.
   *
   * @param x rising
   */
  public static OptionalDouble knee(double[] x, double[] y) {
    int n = x.length;
    if (n < 3 || y.length != n) {
      throw new IllegalArgumentException(
          "a knee needs three points: x=%d, y=%d, equally many and at least 3"
              .formatted(n, y.length));
    }
    double[] difference = difference(x, y);
    double fall = SENSITIVITY / (n - 1);
    double peak = Double.NaN;
    double peakX = Double.NaN;
    for (int i = 1; i < n; i++) {
      boolean localPeak =
          i < n - 1 && difference[i] > difference[i - 1] && difference[i] >= difference[i + 1];
      if (localPeak) {
        peak = difference[i];
        peakX = x[i];
      } else if (difference[i] < peak - fall) {
        return OptionalDouble.of(peakX);
      }
    }
    return OptionalDouble.empty();
  }

  private static double[] difference(double[] x, double[] y) {
    double[] scaledX = scaled(x);
    double[] difference = scaled(y);
    for (int i = 0; i < difference.length; i++) {
      difference[i] -= scaledX[i];
    }
    return difference;
  }

  private static double[] scaled(double[] values) {
    double smallest = Quantiles.of(values, 0);
    double range = Quantiles.of(values, 1) - smallest;
    var scaled = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      scaled[i] = range == 0 ? 0 : (values[i] - smallest) / range;
    }
    return scaled;
  }
}
