package io.tidemark.benchmarks.lab.truth;

import java.util.List;
import java.util.stream.DoubleStream;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * The gain of doubling one property.
 *
 * @param knob name of the knob
 * @param causes causes that promise the gain
 * @param times factor of throughput: the geometric mean over the pairs
 * @param low lower end of its 95 % interval over the pairs; equal to {@code times} if there is only
 *     one pair
 * @param high upper end of that interval
 * @param pairs throughput of each doubled window ÷ mean of the windows before and after it
 * @param idleAfter lowest idle share of the host in a doubled window, 0 to 1
 * @param lowerBound whether the doubled state filled the host, so that a larger host might show a
 *     larger gain
 */
public record Gain(
    String knob,
    List<String> causes,
    double times,
    double low,
    double high,
    List<Double> pairs,
    double idleAfter,
    boolean lowerBound) {
  /** The host counts as full below this idle share. */
  static final double FULL = 0.05;

  /** The largest factor, which also stands for one from zero. */
  static final double MOST = 100;

  private static final double INTERVAL = 0.975;

  static Gain of(String knob, List<String> causes, List<Double> pairs, double idleAfter) {
    double[] logs = pairs.stream().mapToDouble(Math::log).toArray();
    double mean = DoubleStream.of(logs).average().orElseThrow();
    double half = 0;
    if (logs.length > 1) {
      double squares = DoubleStream.of(logs).map(log -> (log - mean) * (log - mean)).sum();
      double error = Math.sqrt(squares / (logs.length - 1) / logs.length);
      half = error * new TDistribution(logs.length - 1).inverseCumulativeProbability(INTERVAL);
    }
    return new Gain(
        knob,
        causes,
        Math.exp(mean),
        Math.exp(mean - half),
        Math.exp(mean + half),
        List.copyOf(pairs),
        idleAfter,
        idleAfter < FULL);
  }

  /** Returns the ratio, within bounds if one of the values is zero. */
  static double ratio(double after, double before) {
    if (before <= 0) {
      return after <= 0 ? 1 : MOST;
    }
    return Math.min(MOST, Math.max(1 / MOST, after / before));
  }
}
