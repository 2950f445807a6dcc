package io.tidemark.proof;

import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Step;
import java.util.List;

/** What the queueing model makes of a search's steps, beside the rules. */
@FunctionalInterface
public interface SecondOpinion {
  /** Leaves the rules alone, which takes less time. */
  SecondOpinion NONE = (steps, verdict, interventions) -> null;

  /**
   * Returns the probabilities of the causes; null if nobody is to be asked.
   *
   * @param verdict what the rules make of the steps
   */
  Probabilities of(List<Step> steps, Verdict verdict, List<Intervention> interventions);
}
