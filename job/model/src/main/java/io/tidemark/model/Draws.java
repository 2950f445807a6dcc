package io.tidemark.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Weighted samples of one structure's posterior, by adaptive importance sampling: the points of one
 * round say where the next one is drawn (Cappé et al. 2004). A point is weighted by its posterior
 * density over the mixture of all proposals, so that no bad round spoils the others (Veach and
 * Guibas 1995).
 */
final class Draws {
  /** Points of a round. */
  private static final int EACH = 120;

  /** A proposal's covariance is that of the points, or of the optimum, times this. */
  private static final double WIDER = 1.3;

  /** A proposal needs an effective sample size of this share of a round's points. */
  private static final double SPEAK = 0.25;

  private final Fit fit;

  /** The optima and other fits that were drawn around. */
  private final List<Fit> centres = new ArrayList<>();

  private final List<Proposal> proposals = new ArrayList<>();
  private final List<double[]> points = new ArrayList<>();

  /** Logarithm of prior times likelihood, by point. */
  private double[] logs = {};

  /** Logarithm of the sum of all proposals' densities, by point. */
  private double[] logDensities = {};

  private Draws(Fit fit) {
    this.fit = fit;
  }

  /**
   * Draws one round around each optimum and each network in which one wait alone limits, then
   * another.
   *
   * @param optima optima of one structure, the best first
   */
  static Draws of(List<Fit> optima, RandomGenerator random) {
    var draws = new Draws(optima.get(0));
    optima.forEach(each -> draws.around(each, random));
    optima.get(0).whereOneLimits().forEach(each -> draws.around(each, random));
    draws.more(random);
    return draws;
  }

  private void around(Fit centre, RandomGenerator random) {
    centres.add(centre);
    round(new Proposal(centre.mode, centre.covariance().scalarMultiply(WIDER)), random);
  }

  /**
   * Draws one more round, around the points until now. If the effective sample size is small, the
   * heaviest point lies where hardly any was drawn; then the round is around the optimum that a
   * search from that point reaches, or around the point itself.
   */
  void more(RandomGenerator random) {
    if (effective() < SPEAK * EACH) {
      double[] heaviest = points.get(indexOfLargest(logWeights()));
      for (boolean search : new boolean[] {true, false}) {
        Fit found = fit.from(heaviest, search);
        if (centres.stream().noneMatch(found::isNear)) {
          around(found, random);
          return;
        }
      }
    }
    round(Proposal.around(points, tempered(), WIDER), random);
  }

  private static int indexOfLargest(double[] values) {
    int largest = 0;
    for (int i = 1; i < values.length; i++) {
      largest = values[i] > values[largest] ? i : largest;
    }
    return largest;
  }

  private void round(Proposal proposal, RandomGenerator random) {
    int before = points.size();
    for (int i = 0; i < before; i++) {
      logDensities[i] = logSum(logDensities[i], proposal.logDensity(points.get(i)));
    }
    proposals.add(proposal);
    logs = Arrays.copyOf(logs, before + EACH);
    logDensities = Arrays.copyOf(logDensities, before + EACH);
    for (int i = before; i < before + EACH; i++) {
      double[] point = proposal.draw(random);
      points.add(point);
      logs[i] =
          fit.structure.logPrior(fit.world)
              + fit.log(point)
              - point.length / 2.0 * Math.log(2 * Math.PI);
      double density = Double.NEGATIVE_INFINITY;
      for (Proposal each : proposals) {
        density = logSum(density, each.logDensity(point));
      }
      logDensities[i] = density;
    }
  }

  private static double logSum(double a, double b) {
    double larger = Math.max(a, b);
    return larger == Double.NEGATIVE_INFINITY
        ? larger
        : larger + Math.log1p(Math.exp(Math.min(a, b) - larger));
  }

  /** Returns the weights to a power at which their effective sample size is large enough. */
  private double[] tempered() {
    double[] logWeights = logWeights();
    double power = 1;
    double[] weights = weights(logWeights, power);
    while (power > 0.02 && effective(weights) < SPEAK * EACH) {
      power *= 0.7;
      weights = weights(logWeights, power);
    }
    return weights;
  }

  private static double[] weights(double[] logWeights, double power) {
    double largest = Arrays.stream(logWeights).max().orElseThrow();
    return Arrays.stream(logWeights).map(log -> Math.exp(power * (log - largest))).toArray();
  }

  /** Returns the effective sample size of weighted points: (Σw)²/Σw². */
  static double effective(double[] weights) {
    double sum = 0;
    double squares = 0;
    for (double weight : weights) {
      sum += weight;
      squares += weight * weight;
    }
    return sum * sum / squares;
  }

  /** Returns the number of independent samples that the points are worth. */
  double effective() {
    return effective(weights(logWeights(), 1));
  }

  /**
   * Returns the logarithm of the structure's evidence, up to a constant that all structures share.
   */
  double logEvidence() {
    return Arrays.stream(logWeights()).reduce(Double.NEGATIVE_INFINITY, Draws::logSum);
  }

  Fit fit() {
    return fit;
  }

  List<double[]> points() {
    return points;
  }

  /** Returns the logarithms of the weights, whose sum is the structure's evidence. */
  double[] logWeights() {
    // Every proposal drew equally many points, so the mixture is the mean of their densities.
    double each = Math.log((double) points.size() / proposals.size());
    var weights = new double[logs.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = logs[i] - logDensities[i] - each;
    }
    return weights;
  }
}
