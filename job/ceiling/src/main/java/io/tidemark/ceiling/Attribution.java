package io.tidemark.ceiling;

import io.tidemark.ceiling.Verdict.Confidence;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Names the cause of a ceiling. The rows of {@link Cause} are ordered: the first whose every
 * finding holds is the cause, later ones that hold as well are what comes next. A cause that
 * nothing rules out, but that lacks a signal, makes every later one a guess: then there is none.
 */
public final class Attribution {
  /**
   * @param ruledOutBy null if nothing does
   * @param missing what would have to be known; null if nothing
   * @param unsupported findings that would support it, but are missing
   */
  private record Outcome(
      Cause cause,
      Finding ruledOutBy,
      Finding missing,
      List<Finding> evidence,
      List<Finding> unsupported) {

    static Outcome of(Cause cause, Facts facts) {
      List<Finding> needed = answers(cause.needed(), facts);
      List<Finding> supporting = answers(cause.supporting(), facts);
      var evidence = new ArrayList<>(needed);
      evidence.addAll(supporting);
      return new Outcome(
          cause,
          evidence.stream().filter(Finding::isFalse).findFirst().orElse(null),
          needed.stream().filter(Finding::isMissing).findFirst().orElse(null),
          evidence,
          supporting.stream().filter(Finding::isMissing).toList());
    }

    private static List<Finding> answers(List<Cause.Question> questions, Facts facts) {
      return questions.stream().map(question -> question.apply(facts)).toList();
    }
  }

  private Attribution() {}

  /** The verdict from signals alone; {@link Proof} says what interventions make of it. */
  public static Verdict judge(Facts facts) {
    if (!facts.peak().valid()) {
      return SilentDrops.of(facts)
          .orElseGet(
              () ->
                  inconclusive(
                      "no window is valid: " + String.join("; ", facts.peak().invalid()),
                      List.of(),
                      Map.of()));
    }
    var against = new EnumMap<Cause, Finding>(Cause.class);
    var next = new ArrayList<Cause>();
    Outcome found = null;
    Outcome open = null;
    for (Cause cause : Cause.values()) {
      if (cause == Cause.INCONCLUSIVE) {
        continue;
      }
      Outcome outcome = Outcome.of(cause, facts);
      if (outcome.ruledOutBy() != null) {
        against.put(cause, outcome.ruledOutBy());
      } else if (outcome.missing() != null) {
        open = open == null && found == null ? outcome : open;
      } else if (found == null) {
        found = outcome;
      } else {
        next.add(cause);
      }
    }
    if (open != null) {
      Finding missing = open.missing();
      return inconclusive(
          "it can't be told whether it is %s: \"%s\" is %s"
              .formatted(open.cause().what(), missing.signal(), missing.value()),
          List.of(missing.signal()),
          against);
    }
    if (found == null) {
      return inconclusive(
          "nothing that is measured is full, and yet the throughput does not grow: %s; run again with the database and the job on hosts of their own"
              .formatted(JobFindings.waitsForAnswers(facts)),
          List.of(),
          against);
    }
    boolean doubtful = !found.unsupported().isEmpty() || !facts.peak().marks().isEmpty();
    return new Verdict(
        found.cause(),
        doubtful ? Confidence.LOW : Confidence.MEDIUM,
        found.cause().what(),
        found.evidence(),
        against,
        next,
        found.unsupported().stream().map(Finding::signal).toList(),
        found.cause().advice(facts));
  }

  private static Verdict inconclusive(
      String reason, List<String> missing, Map<Cause, Finding> against) {
    return new Verdict(
        Cause.INCONCLUSIVE,
        Confidence.NONE,
        reason,
        List.of(),
        against,
        List.of(),
        missing,
        List.of(reason));
  }
}
