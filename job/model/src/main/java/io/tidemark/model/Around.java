package io.tidemark.model;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A delay, a line, the job's client and a load-dependent server, around which requests circle: how
 * many are served with so many in flight.
 *
 * @param parallel seconds without a queue
 * @param line seconds that the line serves one request
 * @param client seconds that the job's client sends one request
 * @param variability 0 if times do not vary, 1 if they are exponential
 */
record Around(double parallel, double line, double client, double variability) {
  /** Beyond, times that do not vary are used: they differ by less than the data do. */
  private static final int MOST_EXACT = 192;

  private static final double[] LOGARITHMS =
      IntStream.rangeClosed(0, MOST_EXACT).mapToDouble(Math::log).toArray();

  /** Rates that differ by less are one. */
  private static final double SAME = 1e-9;

  /** Utilisation that counts as one: an open queue would be infinite there. */
  private static final double FULL = 1 - 1e-3;

  /** Mean number at a server that is busy for this share of the time, with many in flight. */
  static double busy(double utilisation) {
    return utilisation / (1 - Math.min(FULL, utilisation));
  }

  /** Seconds that a request is on its way where it waits for no other. */
  private double alone() {
    return parallel + line + client;
  }

  /** What no number in flight exceeds. */
  private double most() {
    return 1 / Math.max(line, client);
  }

  /**
   * @param served requests per second by the number at the load-dependent server
   * @return requests per second by the number in flight
   */
  double[] rates(double[] served) {
    if (alone() <= 0) {
      return served;
    }
    double[] constant = constantTimes(served);
    if (variability <= 0 || served.length - 1 > MOST_EXACT) {
      return constant;
    }
    double[] exponential = exponentialTimes(served);
    var rates = new double[served.length];
    for (int n = 1; n < rates.length; n++) {
      rates[n] =
          Math.exp(
              variability * Math.log(exponential[n]) + (1 - variability) * Math.log(constant[n]));
    }
    return rates;
  }

  /**
   * The rate x at which those that are not on the way are served: x = served(y) of the y at the
   * server, where y + x·way = n. Between whole numbers served is a straight line, so that is solved
   * as it stands; y grows with n, so one pass finds the lines.
   */
  private double[] constantTimes(double[] served) {
    var rates = new double[served.length];
    double each = alone();
    double highest = Math.min(served[served.length - 1], most());
    int plateau = plateau(served);
    int below = 0;
    for (int n = 1; n < served.length; n++) {
      if (below >= plateau && n >= each * highest) {
        Arrays.fill(rates, n, rates.length, highest);
        return rates;
      }
      while (below + 2 < served.length && below + 1 + each * served[below + 1] < n) {
        below++;
      }
      double slope = served[below + 1] - served[below];
      double there = below + (n - below - each * served[below]) / (1 + each * slope);
      rates[n] = Math.min(Inside.at(served, there), Math.min(n / each, most()));
    }
    return rates;
  }

  /**
   * X(n) = G(n−1)/G(n), where each server adds to G(n) its time·G(n−1) (Buzen 1973), from Σ
   * f(k)·delay^(n−k)/(n−k)! and f(k) = 1/(served(1)·…·served(k)) on; scaled by the least of the
   * rates, so that nothing overflows. From where more requests are served no faster, f(k) is a
   * geometric series, whose part of the sum follows from that of n−1.
   */
  private double[] exponentialTimes(double[] served) {
    int most = served.length - 1;
    int plateau = plateau(served);
    double unit = Math.min(served[most], most());
    var factors = new double[plateau + 1];
    for (int n = 1; n <= plateau; n++) {
      factors[n] = factors[n - 1] + Math.log(unit / served[n]);
    }
    var delays = new double[most + 1];
    double delay = Math.log(unit * Math.max(1e-12, parallel));
    for (int n = 1; n <= most; n++) {
      delays[n] = delays[n - 1] + delay - LOGARITHMS[n];
    }
    exponentiate(factors);
    exponentiate(delays);
    var rates = new double[most + 1];
    double withLine = factors[0] * delays[0];
    double before = withLine;
    double ratio = unit / served[most];
    double beyond = 0;
    for (int n = 1; n <= most; n++) {
      if (n > plateau) {
        beyond = ratio * (beyond + factors[plateau] * delays[n - plateau - 1]);
      }
      double sum = beyond;
      for (int k = Math.min(n, plateau); k >= 0; k--) {
        sum += factors[k] * delays[n - k];
      }
      withLine = sum + unit * line * withLine;
      double all = withLine + unit * client * before;
      double bound = Math.min(served[most], n / alone());
      rates[n] = Math.min(bound, unit * before / all);
      if (n >= plateau && rates[n] > (1 - SAME) * unit) {
        Arrays.fill(rates, n, rates.length, unit);
        return rates;
      }
      before = all;
    }
    return rates;
  }

  /** The least number from which on all are served at the highest rate. */
  private static int plateau(double[] served) {
    int plateau = served.length - 1;
    while (plateau > 1 && served[plateau - 1] > (1 - SAME) * served[served.length - 1]) {
      plateau--;
    }
    return plateau;
  }

  /** Over the largest of them. */
  private static void exponentiate(double[] logs) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double log : logs) {
      largest = Math.max(largest, log);
    }
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.exp(logs[i] - largest);
    }
  }
}
