package io.tidemark.model;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Weighted points of one structure's posterior, by adaptive importance sampling: what is drawn in
 * one round says from where the next one draws (Cappé et al. 2004). The weights are over the mixture
 * of all that was drawn from, so that no round spoils the others (Veach and Guibas 1995).
 */
final class Draws {
  private static final int EACH = 120;
  private static final int ROUNDS = 3;
  private static final double WIDER = 1.3;

  /** Of the points of a round, so many are to speak of the next one. */
  private static final double SPEAK = 0.25;

  private final Fit fit;
  private final List<Proposal> proposals = new ArrayList<>();
  private final List<double[]> points = new ArrayList<>();
  private final List<Double> logs = new ArrayList<>();
  private double[] logWeights;

  private Draws(Fit fit) {
    this.fit = fit;
  }

  /**
   * @param optima of one structure
   */
  static Draws of(List<Fit> optima, RandomGenerator random) {
    var draws = new Draws(optima.get(0));
    for (Fit each : optima) {
      draws.round(new Proposal(each.mode, each.covariance().scalarMultiply(WIDER)), random);
    }
    for (int i = 0; i < ROUNDS; i++) {
      draws.round(Proposal.around(draws.points, draws.tempered(), WIDER), random);
    }
    return draws;
  }

  private void round(Proposal proposal, RandomGenerator random) {
    proposals.add(proposal);
    for (int i = 0; i < EACH; i++) {
      double[] point = proposal.draw(random);
      points.add(point);
      logs.add(
          fit.structure.logPrior()
              + fit.log(point)
              - point.length / 2.0 * Math.log(2 * Math.PI));
    }
    logWeights = new double[points.size()];
    for (int i = 0; i < logWeights.length; i++) {
      double largest = Double.NEGATIVE_INFINITY;
      var densities = new double[proposals.size()];
      for (int p = 0; p < densities.length; p++) {
        densities[p] = proposals.get(p).logDensity(points.get(i));
        largest = Math.max(largest, densities[p]);
      }
      double sum = 0;
      for (double density : densities) {
        sum += Math.exp(density - largest);
      }
      logWeights[i] =
          logs.get(i) - largest - Math.log(sum / densities.length) - Math.log(logWeights.length);
    }
  }

  /** Weights to a power at which enough of them speak. */
  private double[] tempered() {
    double power = 1;
    double[] weights = weights(power);
    while (power > 0.02 && effective(weights) < SPEAK * EACH) {
      power *= 0.7;
      weights = weights(power);
    }
    return weights;
  }

  private double[] weights(double power) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double log : logWeights) {
      largest = Math.max(largest, log);
    }
    var weights = new double[logWeights.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.exp(power * (logWeights[i] - largest));
    }
    return weights;
  }

  static double effective(double[] weights) {
    double sum = 0;
    double squares = 0;
    for (double weight : weights) {
      sum += weight;
      squares += weight * weight;
    }
    return sum * sum / squares;
  }

  Fit fit() {
    return fit;
  }

  List<double[]> points() {
    return points;
  }

  /** Their sum is the evidence, but for a constant that all structures share. */
  double[] logWeights() {
    return logWeights;
  }
}
