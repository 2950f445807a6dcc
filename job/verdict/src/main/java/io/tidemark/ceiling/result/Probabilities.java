package io.tidemark.ceiling.result;

import io.tidemark.ceiling.Cause;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How probable each cause is. Several causes may be right at once, so the probabilities need not
 * sum to 1.
 *
 * @param causes the probability of each cause, 0 to 1, the most probable first: that its remedy
 *     gains enough, and nearly as much as the best one. For {@link Cause#NONE_REACHED} it is the
 *     probability that no remedy gains, or that a faster source does
 * @param noneOfThese the probability, 0 to 1, that something else would gain as much, which no
 *     cause names
 * @param gains for each cause, the factor of throughput that its remedy gives
 * @param changes what changes of a search did to the probabilities, in the order of its
 *     interventions
 * @param effectiveSamples the number of independent samples that the samples are worth
 * @param untold why nothing of this means anything; null if it does
 * @param misfit the signal that the most probable network explains least; null if it explains all
 */
public record Probabilities(
    Map<Cause, Double> causes,
    double noneOfThese,
    Map<Cause, Gain> gains,
    List<Change> changes,
    double effectiveSamples,
    String untold,
    String misfit) {
  /** A cause is likely from this probability on. */
  public static final double LIKELY = 0.6;

  /** Probabilities that differ by less are alike: some hundred samples tell no more. */
  public static final double ALIKE = 0.05;

  /**
   * Returns probabilities that tell nothing, because there were no windows or the model could not
   * be fitted to them.
   */
  public static Probabilities untold(String why) {
    return new Probabilities(Map.of(), 0, Map.of(), List.of(), 0, why, null);
  }

  /** Tells whether the probabilities mean anything. */
  public boolean told() {
    return untold == null;
  }

  /**
   * Returns the most probable cause if it is clearly more so than the one named, which the model
   * does not find likely although it knows as much of it as the rules do; empty otherwise.
   */
  public Optional<Cause> otherThan(Cause named) {
    double own = of(named).filter(probability -> probability < LIKELY).orElse(1.0);
    return causes.entrySet().stream()
        .filter(each -> each.getValue() > own + ALIKE)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  /**
   * Returns how probable the cause named is; empty if the model tells nothing, or knows less of
   * that cause than the rules do.
   */
  public Optional<Double> of(Cause named) {
    return told() && named.isOfQueues() ? Optional.ofNullable(causes.get(named)) : Optional.empty();
  }

  /** Tells whether the cause named is likely, and the model knows as much of it as the rules do. */
  public boolean agreeWith(Cause named) {
    return of(named).filter(probability -> probability >= LIKELY).isPresent();
  }

  /** Tells whether the model knows as much of the cause named as the rules do, and doubts it. */
  public boolean doubt(Cause named) {
    return of(named).filter(probability -> probability < LIKELY).isPresent();
  }

  /** Returns the same probabilities with what changes did to them. */
  public Probabilities with(List<Change> others) {
    return new Probabilities(causes, noneOfThese, gains, others, effectiveSamples, untold, misfit);
  }
}
