package io.tidemark.search;

import io.tidemark.measure.Measured;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** What a sweep has found so far: throughput over requests in flight. */
final class Curve {
  /** Two doublings that each gain less end the sweep, after one more. */
  private static final double WORTH_IT = 1.03;

  private static final int FLAT_DOUBLINGS = 2;

  /** A throughput as good as the best one. */
  private static final double AS_GOOD = 0.97;

  private static final double REACHED = 0.95;

  private final List<Measured> valid = new ArrayList<>();
  private int flat;

  /**
   * The next doubling. One that is not valid gains nothing, whatever its rate says: so it is where
   * answers take too long to be judged by. Before the first valid one nothing is said.
   */
  void raised(Measured step) {
    boolean gains = step.window().valid() && step.samplesPerSecond() > best() * WORTH_IT;
    flat = gains || valid.isEmpty() ? 0 : flat + 1;
    add(step);
  }

  void add(Measured step) {
    if (step.window().valid()) {
      valid.add(step);
    }
  }

  boolean isEmpty() {
    return valid.isEmpty();
  }

  boolean gainsNothingAnyMore() {
    return flat > FLAT_DOUBLINGS;
  }

  double best() {
    return valid.stream().mapToDouble(Measured::samplesPerSecond).max().orElse(0);
  }

  /**
   * Twice the least in flight at which the throughput is as good as the best, if it still is there:
   * what is full shows clearly, and answers do not take long yet. Null if nothing was valid.
   */
  Measured plateau() {
    return valid.stream()
        .filter(step -> step.samplesPerSecond() >= AS_GOOD * best())
        .sorted(Comparator.comparingInt(Curve::inFlight))
        .limit(2)
        .reduce((least, next) -> next)
        .orElse(null);
  }

  /** The last step at each load: the first ones are those of a job that is still being compiled. */
  List<Measured> steps() {
    var last = new TreeMap<Integer, Measured>();
    valid.forEach(step -> last.put(inFlight(step), step));
    return List.copyOf(last.values());
  }

  /** The least in flight that reaches it. */
  Measured knee() {
    return valid.stream()
        .filter(step -> step.samplesPerSecond() >= REACHED * best())
        .min(Comparator.comparingInt(Curve::inFlight))
        .orElse(null);
  }

  static int inFlight(Measured step) {
    return step.window().load().inFlight();
  }
}
