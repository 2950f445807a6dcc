package io.tidemark.model;

/**
 * A delay, a line and a load-dependent server, around which requests circle: how many are served
 * with so many in flight.
 */
final class Around {
  /** Beyond, times that do not vary are used: they differ by less than the data do. */
  private static final int MOST_EXACT = 192;

  private static final int BISECTIONS = 20;

  private Around() {}

  /**
   * @param served requests per second by the number at the load-dependent server
   * @param parallel seconds without a queue
   * @param line seconds that the line serves one request
   * @param variability 0 if times do not vary, 1 if they are exponential
   * @return requests per second by the number in flight
   */
  static double[] rates(double[] served, double parallel, double line, double variability) {
    if (parallel + line <= 0) {
      return served;
    }
    double[] constant = constantTimes(served, parallel, line);
    if (variability <= 0 || served.length - 1 > MOST_EXACT) {
      return constant;
    }
    double[] exponential = exponentialTimes(served, parallel, line);
    var rates = new double[served.length];
    for (int n = 1; n < rates.length; n++) {
      rates[n] =
          Math.exp(
              variability * Math.log(exponential[n]) + (1 - variability) * Math.log(constant[n]));
    }
    return rates;
  }

  /** The rate x at which those that are not on the way are served: x = served(n − x·way). */
  private static double[] constantTimes(double[] served, double parallel, double line) {
    var rates = new double[served.length];
    double each = parallel + line;
    for (int n = 1; n < served.length; n++) {
      double low = 0;
      double high = Math.min(served[n], Math.min(n / each, 1 / line));
      for (int i = 0; i < BISECTIONS; i++) {
        double rate = (low + high) / 2;
        boolean reached = Inside.at(served, n - rate * each) >= rate;
        low = reached ? rate : low;
        high = reached ? high : rate;
      }
      rates[n] = high;
    }
    return rates;
  }

  /**
   * X(n) = G(n−1)/G(n), with G(n) = line·G(n−1) + Σ f(k)·delay^(n−k)/(n−k)! and f(k) =
   * 1/(served(1)·…·served(k)) (Buzen 1973); scaled by the last rate, so that nothing overflows.
   */
  private static double[] exponentialTimes(double[] served, double parallel, double line) {
    int most = served.length - 1;
    double unit = served[most];
    var factors = new double[most + 1];
    var delays = new double[most + 1];
    for (int n = 1; n <= most; n++) {
      factors[n] = factors[n - 1] + Math.log(unit / served[n]);
      delays[n] = delays[n - 1] + Math.log(unit * Math.max(1e-12, parallel) / n);
    }
    exponentiate(factors);
    exponentiate(delays);
    var rates = new double[most + 1];
    double before = factors[0] * delays[0];
    for (int n = 1; n <= most; n++) {
      double sum = unit * line * before;
      for (int k = 0; k <= n; k++) {
        sum += factors[k] * delays[n - k];
      }
      double bound = Math.min(unit, n / (parallel + line));
      rates[n] = Math.min(bound, unit * before / sum);
      before = sum;
    }
    return rates;
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
