package io.tidemark.statistics;

import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Estimates the mean of consecutive, correlated observations of one step, with a drift allowed for.
 * They are taken for a straight line with autoregressive noise of order 1, y = μ + βt + e, e_t =
 * ρe_{t−1} + u; for each ρ generalized least squares gives μ and its error, and these are weighted
 * by how well ρ fits (restricted likelihood, Cochrane and Orcutt's transformation with the first
 * observation kept). So what is not known of ρ widens the interval: an interval with the likeliest
 * ρ alone covers 80 % at ρ = 0.95.
 */
public final class SteadyMean {
  public static final int MIN_OBSERVATIONS = 10;

  /** Candidates for ρ are tanh of an even grid: −0.29 to 0.99, the denser the closer to 1. */
  private static final double FIRST = -0.3;

  private static final double STEP = 0.1;
  private static final int CANDIDATES = 30;

  /**
   * A ρ near 1, which so few observations can't tell from less, has a little more weight than an
   * even prior gives it; without this the interval covers 88 % at 0.95.
   */
  private static final double TOWARDS_ONE = 0.25;

  /** So many bisections of a range of 20 errors find a value to a millionth of one. */
  private static final int BISECTIONS = 25;

  /** All fits with less weight move a quantile together by less than what it is found to. */
  private static final double NEGLIGIBLE = 1e-7;

  private static final NormalDistribution NORMAL = new NormalDistribution();

  /**
   * @param error the standard error of μ
   * @param weight the logarithm of the fit's weight
   */
  private record Fit(double mean, double error, double weight) {}

  private SteadyMean() {}

  /**
   * @throws IllegalArgumentException if there are fewer than {@link #MIN_OBSERVATIONS}
   */
  public static Estimate of(double[] observations) {
    if (observations.length < MIN_OBSERVATIONS) {
      throw new IllegalArgumentException(
          "too few observations for an interval: observations=%d, at least %d"
              .formatted(observations.length, MIN_OBSERVATIONS));
    }
    double mean = Moments.mean(observations);
    double spread = Math.sqrt(Moments.squares(observations));
    if (spread <= 1e-12 * Math.abs(mean)) {
      return new Estimate(mean, mean, mean);
    }
    var fits = new Fit[CANDIDATES];
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < CANDIDATES; i++) {
      fits[i] = fit(observations, Math.tanh(FIRST + STEP * i));
      best = Math.max(best, fits[i].weight);
    }
    var weights = new double[CANDIDATES];
    double sum = 0;
    for (int i = 0; i < CANDIDATES; i++) {
      weights[i] = Math.exp(fits[i].weight - best);
      sum += weights[i];
    }
    double value = 0;
    double widest = 0;
    for (int i = 0; i < CANDIDATES; i++) {
      weights[i] /= sum;
      value += weights[i] * fits[i].mean;
      widest = Math.max(widest, fits[i].error);
    }
    return new Estimate(
        value,
        Math.min(value, quantile(fits, weights, Estimate.ALPHA / 2, value, widest)),
        Math.max(value, quantile(fits, weights, 1 - Estimate.ALPHA / 2, value, widest)));
  }

  /** Returns the estimate of an observer who knows ρ. */
  static Estimate knowing(double rho, double[] observations) {
    Fit fit = fit(observations, rho);
    double margin = NORMAL.inverseCumulativeProbability(1 - Estimate.ALPHA / 2) * fit.error;
    return new Estimate(fit.mean, fit.mean - margin, fit.mean + margin);
  }

  private static Fit fit(double[] y, double rho) {
    int n = y.length;
    double first = Math.sqrt(1 - rho * rho);
    double middle = (n - 1) / 2.0;
    double oneOne = 0;
    double oneTime = 0;
    double timeTime = 0;
    double oneY = 0;
    double timeY = 0;
    double yy = 0;
    for (int i = 0; i < n; i++) {
      double time = (i - middle) / n;
      double one = i == 0 ? first : 1 - rho;
      double x = i == 0 ? first * time : time - rho * (i - 1 - middle) / n;
      double value = i == 0 ? first * y[0] : y[i] - rho * y[i - 1];
      oneOne += one * one;
      oneTime += one * x;
      timeTime += x * x;
      oneY += one * value;
      timeY += x * value;
      yy += value * value;
    }
    double determinant = oneOne * timeTime - oneTime * oneTime;
    double mean = (timeTime * oneY - oneTime * timeY) / determinant;
    double slope = (oneOne * timeY - oneTime * oneY) / determinant;
    double residual = Math.max(Double.MIN_NORMAL, yy - mean * oneY - slope * timeY);
    // The normal distribution has the variance of Student's with n − 2 degrees of freedom.
    double variance = residual / (n - 4) * timeTime / determinant;
    double likelihood =
        0.5 * Math.log(1 - rho * rho)
            - 0.5 * Math.log(determinant)
            - (n - 2) / 2.0 * Math.log(residual);
    // The grid is even in artanh ρ, whose density is 1 − ρ² where that of ρ is even.
    double prior = Math.log(1 - rho * rho) - TOWARDS_ONE * Math.log(1 - rho);
    return new Fit(mean, Math.sqrt(variance), likelihood + prior);
  }

  /**
   * Returns the standard normal distribution function, to 7.5e-8: Abramowitz and Stegun, Handbook
   * of Mathematical Functions, 26.2.17. An exact one takes ten times as long, and a window needs
   * hundreds.
   */
  private static double below(double x) {
    double t = 1 / (1 + 0.2316419 * Math.abs(x));
    double series =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    double tail = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) * series;
    return x < 0 ? tail : 1 - tail;
  }

  private static double quantile(
      Fit[] fits, double[] weights, double probability, double value, double widest) {
    double low = value - 10 * widest;
    double high = value + 10 * widest;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      double below = 0;
      for (int j = 0; j < fits.length; j++) {
        if (weights[j] < NEGLIGIBLE) {
          continue;
        }
        below += weights[j] * below((middle - fits[j].mean) / fits[j].error);
      }
      if (below < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }
}
