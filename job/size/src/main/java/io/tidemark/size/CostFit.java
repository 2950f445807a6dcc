package io.tidemark.size;

import io.tidemark.statistics.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

/**
 * Fits a cost as a sum of terms: a fixed part, and parts that grow with samples or series. No part
 * is negative. Pure.
 *
 * <p>The method is least squares with relative errors. A few runs show little of their own noise,
 * so it is combined with the usual difference between repeated runs (Smyth 2004, "Linear models and
 * empirical Bayes methods", equation for the posterior variance): {@code s² = (d₀·s₀² + RSS) / (d₀
 * + n − p)}, with {@code d₀ + n − p} degrees of freedom. The interval is a prediction interval at
 * 95 %, for the cost that would be measured at such a load. It grows with the distance from the
 * measured loads, by {@value #CURVATURE} for each factor of e, because costs are only nearly
 * proportional.
 *
 * <p>As no part is negative, a load costs at least as much as any run that it exceeds in every
 * term.
 *
 * <p>If the runs can't distinguish two terms, each way of attributing the cost is considered, and
 * the interval covers them all.
 */
final class CostFit {
  static final double CURVATURE = 0.05;
  private static final double PRIOR_FREEDOM = 4;

  /**
   * A column counts as independent if more than this share of its length remains beside the others.
   */
  private static final double APART = 0.02;

  /** Counts by run and term, weighted so that each run's cost is 1 with its relative error. */
  private final RealMatrix terms;

  /** Length by which each column was divided to have length 1; 0 for a term that never occurred. */
  private final double[] lengths;

  private final RealVector costs;
  private final double[][] loads;
  private final double[] measured;
  private final double noise;

  /**
   * @param terms value of each term, by run
   * @param costs measured cost of each run, above 0
   * @param noise relative standard deviation between repeated runs
   */
  CostFit(double[][] terms, double[] costs, double noise) {
    this.noise = noise;
    this.loads = terms;
    this.measured = costs;
    this.costs = MatrixUtils.createRealVector(costs.length).mapAdd(1 / noise);
    this.terms = MatrixUtils.createRealMatrix(terms);
    for (int run = 0; run < costs.length; run++) {
      this.terms.setRowVector(run, this.terms.getRowVector(run).mapDivide(noise * costs[run]));
    }
    this.lengths = new double[terms[0].length];
    for (int c = 0; c < lengths.length; c++) {
      RealVector column = this.terms.getColumnVector(c);
      lengths[c] = column.getNorm();
      if (lengths[c] > 0) {
        this.terms.setColumnVector(c, column.mapDivide(lengths[c]));
      }
    }
  }

  /**
   * The cost of a load.
   *
   * @param value the cost; the first term gets what can't be attributed to one of several terms
   * @param told whether the runs distinguish all terms of this load
   */
  record Cost(Estimate value, boolean told) {}

  /**
   * @param load value of each term
   * @param times factor by which the load exceeds the measured ones, at least 1
   */
  Cost of(double[] load, double times) {
    List<int[]> attributions = attributions();
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    Estimate first = null;
    for (int[] columns : attributions) {
      Estimate estimate = predicted(columns, load, times);
      first = first == null ? estimate : first;
      low = Math.min(low, estimate.low());
      high = Math.max(high, estimate.high());
      least = Math.min(least, estimate.value());
      most = Math.max(most, estimate.value());
    }
    double bottom = Math.min(first.value(), Math.max(low, floor(load)));
    return new Cost(
        new Estimate(first.value(), bottom, high), most - least <= noise * first.value());
  }

  /** Returns the least cost that such a load can have, because it exceeds some of the runs. */
  private double floor(double[] load) {
    double apart =
        new TDistribution(PRIOR_FREEDOM).inverseCumulativeProbability(1 - Estimate.ALPHA / 2)
            * noise
            * Math.sqrt(2);
    return IntStream.range(0, measured.length)
        .filter(run -> IntStream.range(0, load.length).allMatch(c -> loads[run][c] <= load[c]))
        .mapToDouble(run -> measured[run] * Math.max(0, 1 - apart))
        .max()
        .orElse(0);
  }

  /** Returns the largest sets of independent columns; the first set has the first columns. */
  private List<int[]> attributions() {
    List<int[]> independent =
        subsets(IntStream.range(0, lengths.length).filter(c -> lengths[c] > 0).toArray()).stream()
            .filter(this::independent)
            .toList();
    int most = independent.stream().mapToInt(columns -> columns.length).max().orElse(0);
    return independent.stream()
        .filter(columns -> columns.length == most)
        .sorted(Arrays::compare)
        .toList();
  }

  private static List<int[]> subsets(int[] columns) {
    return IntStream.range(1, 1 << columns.length)
        .mapToObj(
            set ->
                IntStream.range(0, columns.length)
                    .filter(i -> (set >> i & 1) == 1)
                    .map(i -> columns[i])
                    .toArray())
        .toList();
  }

  private boolean independent(int[] columns) {
    if (columns.length > costs.getDimension()) {
      return false;
    }
    RealMatrix r = new QRDecomposition(of(columns)).getR();
    return IntStream.range(0, columns.length).allMatch(i -> Math.abs(r.getEntry(i, i)) > APART);
  }

  private RealMatrix of(int[] columns) {
    int[] rows = IntStream.range(0, costs.getDimension()).toArray();
    return terms.getSubMatrix(rows, columns);
  }

  private Estimate predicted(int[] columns, double[] load, double times) {
    RealVector counted =
        MatrixUtils.createRealVector(
            Arrays.stream(columns).mapToDouble(c -> load[c] / lengths[c]).toArray());
    RealVector weights = nonNegative(columns);
    double value = weights.dotProduct(counted);
    double freedom = PRIOR_FREEDOM + costs.getDimension() - columns.length;
    double variance = (PRIOR_FREEDOM + squares(columns, weights)) / freedom;
    double own = noise * value;
    double bent = CURVATURE * Math.log(times) * value;
    double error = Math.sqrt(variance * (leverage(columns, counted) + own * own) + bent * bent);
    double margin =
        new TDistribution(freedom).inverseCumulativeProbability(1 - Estimate.ALPHA / 2) * error;
    return new Estimate(value, Math.max(0, value - margin), value + margin);
  }

  /**
   * Returns the best solution without negative parts, among those of all subsets, of which there
   * are few.
   */
  private RealVector nonNegative(int[] columns) {
    RealVector best = MatrixUtils.createRealVector(columns.length);
    for (int[] chosen : subsets(columns)) {
      RealVector solved = new QRDecomposition(of(chosen)).getSolver().solve(costs);
      RealVector weights = MatrixUtils.createRealVector(columns.length);
      for (int i = 0; i < chosen.length; i++) {
        weights.setEntry(Arrays.binarySearch(columns, chosen[i]), solved.getEntry(i));
      }
      if (weights.getMinValue() >= 0 && squares(columns, weights) < squares(columns, best)) {
        best = weights;
      }
    }
    return best;
  }

  private double squares(int[] columns, RealVector weights) {
    RealVector left = of(columns).operate(weights).subtract(costs);
    return left.dotProduct(left);
  }

  /** Returns {@code x'(X'X)⁻¹x}, the variance of the prediction for load x. */
  private double leverage(int[] columns, RealVector counted) {
    RealMatrix terms = of(columns);
    RealVector solved =
        new QRDecomposition(terms.transpose().multiply(terms)).getSolver().solve(counted);
    return counted.dotProduct(solved);
  }
}
