package io.tidemark.benchmarks.lab.truth;

import java.util.List;
import java.util.stream.DoubleStream;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * What doubling one thing gains.
 *
 * @param knob its name
 * @param causes that promise it
 * @param times the throughput: the geometric mean over the pairs
 * @param low of its 95 % interval, whose unit is the pair; equal to times where there is one pair
 * @param pairs each after ÷ the mean of the windows before and after it
 * @param idleAfter the least idle share of the host in a doubled window
 * @param lowerBound whether the doubled state filled the host: with more of it, it might have
 *     gained more
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
  /** Below it the host is full. */
  static final double FULL = 0.05;

  /** From nothing to something is more than any number; this stands for it. */
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

  /** After over before, within bounds where one of them is nothing. */
  static double ratio(double after, double before) {
    if (before <= 0) {
      return after <= 0 ? 1 : MOST;
    }
    return Math.min(MOST, Math.max(1 / MOST, after / before));
  }
}
