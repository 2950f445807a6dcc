package io.tidemark.benchmarks.simulated;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tidemark.ceiling.Cause;
import io.tidemark.mechanism.lab.Knob;
import io.tidemark.mechanism.lab.Parameter;
import io.tidemark.mechanism.lab.Setup;
import io.tidemark.mechanism.lab.Truth;
import java.util.Map;
import java.util.Set;

/**
 * A set-up, its truth, and what was said of it.
 *
 * @param name of a case, or its number
 * @param values those of its parameters that are not at their default
 * @param right knobs that gain at least 1.2 and within a tenth of the best; empty: none
 * @param gains by knob, times the throughput
 */
public record Judged(
    String name,
    String family,
    Map<Parameter, Double> values,
    double throughput,
    Set<Knob> right,
    Map<Knob, Double> gains,
    Map<Said.Mode, Said> said) {

  /** What became of it. */
  public enum Outcome {
    RIGHT,
    WRONG,
    /** Nothing was named. */
    NO_VERDICT
  }

  public static Judged of(String name, Setup setup, Truth truth, Map<Said.Mode, Said> said) {
    return new Judged(
        name,
        setup.family(),
        setup.values(),
        truth.throughput(),
        truth.right(),
        truth.gains(),
        said);
  }

  public Outcome outcome(Said.Mode mode) {
    Cause cause = said.get(mode).cause();
    if (cause == Cause.INCONCLUSIVE) {
      return Outcome.NO_VERDICT;
    }
    return rightCauses().contains(cause) ? Outcome.RIGHT : Outcome.WRONG;
  }

  public Outcome plainOutcome(Said.Mode mode) {
    String use = said.get(mode).use();
    if (use.isEmpty()) {
      return right.isEmpty() ? Outcome.RIGHT : Outcome.NO_VERDICT;
    }
    return rightCauses().contains(Cause.valueOf(use)) ? Outcome.RIGHT : Outcome.WRONG;
  }

  /** Causes that say what limits it; empty if the rules have no word for that. */
  @JsonIgnore
  public Set<Cause> rightCauses() {
    return RightCauses.of(right);
  }

  /** What twice of the thing that was named gives; null if nothing was named. */
  public Double realised(Said.Mode mode) {
    return RightCauses.knobs(said.get(mode).cause()).stream()
        .map(gains::get)
        .filter(gain -> gain != null)
        .max(Double::compare)
        .orElse(null);
  }
}
