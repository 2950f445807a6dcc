package io.tidemark.statistics;

import java.util.Arrays;
import org.hipparchus.stat.regression.SimpleRegression;

/** Measures how what was read in equal steps rises or falls over all of them. */
public final class Drift {
  private static final int MAX_PARTS = 30;
  private static final int MIN_PART = 2;

  private Drift() {}

  /**
   * Returns the slope of the straight line through readings at these places, of which two must
   * differ.
   */
  public static double slope(double[] at, double[] readings) {
    var line = new SimpleRegression();
    for (int i = 0; i < at.length; i++) {
      line.addData(at[i], readings[i]);
    }
    return line.getSlope();
  }

  /**
   * Returns by how much readings in equal steps rise in each step: the slope of a straight line.
   */
  public static double ofEachStep(double[] readings) {
    return Estimate.line(readings).getSlope();
  }

  /**
   * Returns the change from the beginning to the end of all but the first tenth, as a share of its
   * mean: a straight line through the means of up to {@value #MAX_PARTS} equal parts, and Student's
   * interval. It takes means, because single readings depend on those before.
   *
   * @param readings the readings in order, at least 12
   */
  public static Estimate afterTheFirstTenth(double[] readings) {
    return of(Arrays.copyOfRange(readings, readings.length / 10, readings.length));
  }

  private static Estimate of(double[] readings) {
    double[] parts =
        BatchMeans.of(readings, Math.max(MIN_PART, (readings.length + MAX_PARTS - 1) / MAX_PARTS));
    int n = parts.length;
    double mean = Moments.mean(parts);
    if (mean == 0) {
      return new Estimate(0, 0, 0);
    }
    var line = Estimate.line(parts);
    return Estimate.student(n * line.getSlope() / mean, n * line.getSlopeStdErr() / mean, n - 2);
  }
}
