package io.tidemark.model;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A closed network of a delay, a line, the job's clients and a load-dependent server, which stands
 * for what is behind: the rate by the number of requests in flight. Its equations are in
 * docs/contributing/model.md, "Path to the database".
 *
 * @param parallel seconds of the delay
 * @param line seconds that the line serves one request
 * @param client seconds that the job's clients, as one server, serve one request
 * @param variability how much times vary: 0 if they are constant, 1 if they are exponential
 */
record Around(double parallel, double line, double client, double variability) {
  /** With more in flight, times count as constant: that differs by less than readings do. */
  private static final int MOST_EXACT = 192;

  private static final double[] LOGARITHMS =
      IntStream.rangeClosed(0, MOST_EXACT).mapToDouble(Math::log).toArray();

  /** Rates that differ by a smaller share count as equal. */
  private static final double SAME = 1e-9;

  /** The largest utilisation that counts: at 1 an open queue would be infinite. */
  private static final double FULL = 1 - 1e-3;

  /** Returns the mean number of requests at a server with this utilisation, as in an open queue. */
  static double busy(double utilisation) {
    return utilisation / (1 - Math.min(FULL, utilisation));
  }

  /** Returns the seconds that a lone request takes to the load-dependent server and back. */
  private double alone() {
    return parallel + line + client;
  }

  /** Returns the highest rate that line and clients let through, in requests per second. */
  private double most() {
    return 1 / Math.max(line, client);
  }

  /**
   * Interpolates between the logarithms of the rates for constant and for exponential times.
   *
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
   * Solves x = served(n − x·alone) for the rate x: with n in flight, x·alone are on the way by
   * Little's law, and the others are at the server. Between whole numbers {@code served} is a
   * straight line, so the equation is linear there. The number at the server grows with n, so one
   * pass finds the lines.
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
   * Buzen's algorithm (1973): X(n) = G(n−1)/G(n). Delay and load-dependent server give G(n) = Σ
   * f(k)·delay^(n−k)/(n−k)! with f(k) = 1/(served(1)·…·served(k)); then line and client each add
   * their time·G(n−1). Rates are scaled by the lowest capacity, so that nothing overflows. From the
   * plateau on f(k) is a geometric series, whose part of the sum follows from that of n−1.
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

  /** Returns the least number of requests at which {@code served} is as high as at the last. */
  private static int plateau(double[] served) {
    int plateau = served.length - 1;
    while (plateau > 1 && served[plateau - 1] > (1 - SAME) * served[served.length - 1]) {
      plateau--;
    }
    return plateau;
  }

  /** Replaces logarithms by what they are of, divided by the largest so that nothing overflows. */
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
