package io.tidemark.statistics;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * A value with its 95 % confidence interval, in the unit of what was estimated. An end that the
 * data leave open is infinite.
 */
public record Estimate(double value, double low, double high) {
  /** The error rate of every interval and test here. */
  public static final double ALPHA = 0.05;

  private static final int MIN_FOR_TREND = 5;

  public Estimate {
    if (!(low <= value && value <= high)) {
      throw new IllegalArgumentException(
          "estimate outside its interval: value=%s, low=%s, high=%s".formatted(value, low, high));
    }
  }

  public boolean contains(double candidate) {
    return low <= candidate && candidate <= high;
  }

  /**
   * Returns this over another one that does not depend on it, both above 0. Their relative errors
   * add up as independent ones do, each side for itself (Donner and Zou 2012, on logarithms).
   */
  public Estimate over(Estimate other) {
    double ratio = value / other.value;
    double below = Math.hypot(Math.log(value / low), Math.log(other.high / other.value));
    double above = Math.hypot(Math.log(high / value), Math.log(other.value / other.low));
    return new Estimate(ratio, ratio * Math.exp(-below), ratio * Math.exp(above));
  }

  /**
   * Returns the mean of independent observations, with Student's interval.
   *
   * @throws IllegalArgumentException if there are fewer than two
   */
  public static Estimate ofMean(double[] observations) {
    int n = observations.length;
    if (n < 2) {
      throw new IllegalArgumentException("of so few there is no interval: n=" + n);
    }
    return student(
        Moments.mean(observations), Math.sqrt(Moments.variance(observations) / n), n - 1);
  }

  /**
   * Returns the mean of independent observations in order, if a steady rise or fall over them is
   * not to pass for spread: what is left around a straight line makes the interval. For fewer than
   * {@value #MIN_FOR_TREND} this is {@link #ofMean}, because a line would take up too many of them.
   *
   * @throws IllegalArgumentException if there are fewer than two
   */
  public static Estimate ofSeries(double[] observations) {
    int n = observations.length;
    if (n < MIN_FOR_TREND) {
      return ofMean(observations);
    }
    double residual = line(observations).getMeanSquareError();
    return student(Moments.mean(observations), Math.sqrt(residual / n), n - 2);
  }

  /** Returns a straight line through values in equal steps, by least squares. */
  static SimpleRegression line(double[] values) {
    var line = new SimpleRegression();
    for (int i = 0; i < values.length; i++) {
      line.addData(i, values[i]);
    }
    return line;
  }

  /**
   * Returns the slope of values over one regressor beside others, by ordinary least squares with an
   * intercept. Others that never change are left out.
   *
   * @param over the regressor, a number for each value
   * @param others other regressors, a number for each value in each
   * @return empty if there are too few values, or if the regressor never changes or changes only
   *     with the others
   */
  public static Optional<Estimate> ofSlope(double[] values, double[] over, double[]... others) {
    List<double[]> regressors =
        Stream.concat(Stream.of(over), Stream.of(others).filter(Estimate::changes)).toList();
    int unknown = 1 + regressors.size();
    if (!changes(over) || values.length <= unknown) {
      return Optional.empty();
    }
    var rows = new double[values.length][];
    for (int i = 0; i < rows.length; i++) {
      int row = i;
      rows[i] = regressors.stream().mapToDouble(each -> each[row]).toArray();
    }
    var fit = new OLSMultipleLinearRegression();
    fit.newSampleData(values, rows);
    try {
      return Optional.of(
          student(
              fit.estimateRegressionParameters()[1],
              fit.estimateRegressionParametersStandardErrors()[1],
              values.length - unknown));
    } catch (MathIllegalArgumentException singular) {
      return Optional.empty();
    }
  }

  private static boolean changes(double[] regressor) {
    return DoubleStream.of(regressor).distinct().count() > 1;
  }

  /** Returns value ± t·error, where t is the two-sided 95 % quantile of Student's distribution. */
  static Estimate student(double value, double standardError, double degreesOfFreedom) {
    double margin = standardError == 0 ? 0 : studentQuantile(degreesOfFreedom) * standardError;
    return new Estimate(value, value - margin, value + margin);
  }

  static double studentQuantile(double degreesOfFreedom) {
    return new TDistribution(degreesOfFreedom).inverseCumulativeProbability(1 - ALPHA / 2);
  }
}
