package io.tidemark.benchmarks.lab.score;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.MatrixUtils;

/**
 * Corrects probabilities that may be too certain (J. Platt, 1999), or combines several (stacking,
 * D. Wolpert, 1992): p = 1 / (1 + exp(−(a + Σ bᵢ·logit qᵢ))), with the numbers a and bᵢ that are
 * most likely for training cases. Immutable.
 */
public final class LogisticMap {
  /** Bound of the inputs: a probability counts as at least this and at most 1 minus this. */
  private static final double LEAST = 1.0 / 400;

  /**
   * Precision of the normal prior of a and b around 0 and 1 / inputs, which prevents large numbers
   * from few cases.
   */
  private static final double PRECISION = 0.1;

  private static final int STEPS = 30;

  private final double[] numbers;

  private LogisticMap(double[] numbers) {
    this.numbers = numbers;
  }

  /**
   * An event.
   *
   * @param given probability that each source gave
   * @param came whether the event came true
   */
  public record Event(double[] given, boolean came) {}

  /** Trains by Newton's method; a step that makes the result less likely is halved. */
  public static LogisticMap trained(List<Event> events, int inputs) {
    var centre = new double[inputs + 1];
    Arrays.fill(centre, 1, centre.length, 1.0 / inputs);
    double[] numbers = centre.clone();
    double now = log(events, numbers, centre);
    for (int step = 0; step < STEPS; step++) {
      double[] by = newton(events, numbers, centre);
      double part = 1;
      double[] next = moved(numbers, by, part);
      double then = log(events, next, centre);
      while (then < now && part > 1e-6) {
        part /= 2;
        next = moved(numbers, by, part);
        then = log(events, next, centre);
      }
      numbers = next;
      now = then;
    }
    return new LogisticMap(numbers);
  }

  private static double[] newton(List<Event> events, double[] numbers, double[] centre) {
    var gradient = new double[numbers.length];
    var hessian = new double[numbers.length][numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      gradient[i] = PRECISION * (centre[i] - numbers[i]);
      hessian[i][i] = PRECISION;
    }
    for (Event each : events) {
      double[] features = features(each.given);
      double probability = probability(numbers, features);
      for (int i = 0; i < numbers.length; i++) {
        gradient[i] += ((each.came ? 1 : 0) - probability) * features[i];
        for (int j = 0; j < numbers.length; j++) {
          hessian[i][j] += probability * (1 - probability) * (features[i] * features[j]);
        }
      }
    }
    return new CholeskyDecomposition(MatrixUtils.createRealMatrix(hessian))
        .getSolver()
        .solve(MatrixUtils.createRealVector(gradient))
        .toArray();
  }

  private static double[] moved(double[] from, double[] by, double part) {
    double[] to = from.clone();
    for (int i = 0; i < to.length; i++) {
      to[i] += part * by[i];
    }
    return to;
  }

  /** Returns the logarithm of prior times likelihood, up to a constant. */
  private static double log(List<Event> events, double[] numbers, double[] centre) {
    double log = 0;
    for (int i = 0; i < numbers.length; i++) {
      log -= PRECISION / 2 * Math.pow(numbers[i] - centre[i], 2);
    }
    for (Event each : events) {
      double probability = probability(numbers, features(each.given));
      log += Math.log(Math.max(Double.MIN_NORMAL, each.came ? probability : 1 - probability));
    }
    return log;
  }

  /**
   * @param given probability from each source, in the order of the training
   */
  public double probability(double... given) {
    return probability(numbers, features(given));
  }

  /** Returns a, then the b of each source. */
  public double[] numbers() {
    return numbers.clone();
  }

  private static double probability(double[] numbers, double[] features) {
    double sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      sum += numbers[i] * features[i];
    }
    return 1 / (1 + Math.exp(-sum));
  }

  private static double[] features(double[] given) {
    var features = new double[given.length + 1];
    features[0] = 1;
    for (int i = 0; i < given.length; i++) {
      double within = Math.max(LEAST, Math.min(1 - LEAST, given[i]));
      features[i + 1] = Math.log(within / (1 - within));
    }
    return features;
  }
}
