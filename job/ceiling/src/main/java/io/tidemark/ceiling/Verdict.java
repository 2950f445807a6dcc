package io.tidemark.ceiling;

import java.util.List;
import java.util.Map;

/**
 * The cause of a ceiling and what was measured for and against it.
 *
 * @param reason in one sentence; for {@link Cause#INCONCLUSIVE} why, and what to add
 * @param evidence what made it the cause
 * @param against for each other cause the finding that rules it out
 * @param next causes that hold, too: what stops the traffic once the first is out of the way
 * @param gains for the cause and each of the next: times the throughput to expect of its remedy
 * @param missing signals that would have been needed
 */
public record Verdict(
    Cause cause,
    Confidence confidence,
    String reason,
    List<Finding> evidence,
    Map<Cause, Finding> against,
    List<Cause> next,
    Map<Cause, Double> gains,
    List<String> missing,
    List<String> advice) {

  /** How far the verdict may be trusted. */
  public enum Confidence {
    /** Nothing that would decide is missing, and an intervention moved what it should. */
    HIGH,
    /** The signals agree, but nothing was changed to prove it, or a signal is missing. */
    MEDIUM,
    /** Close to a threshold, or windows that had to be marked. */
    LOW,
    /** No verdict. */
    NONE
  }

  /** In words that fit after "1.4 M samples/s,". */
  public String headline() {
    return cause == Cause.INCONCLUSIVE
        ? "%s: %s".formatted(cause.headline(), reason)
        : cause.headline();
  }

  public Verdict with(Confidence other) {
    return new Verdict(cause, other, reason, evidence, against, next, gains, missing, advice);
  }

  /** None, as nothing was measured that could say more. */
  public static Verdict untold(String reason) {
    return untold(reason, List.of(), Map.of(), List.of());
  }

  static Verdict untold(
      String reason, List<String> missing, Map<Cause, Finding> against, List<String> advice) {
    return new Verdict(
        Cause.INCONCLUSIVE,
        Confidence.NONE,
        reason,
        List.of(),
        against,
        List.of(),
        Map.of(),
        missing,
        advice);
  }

  /** The cause still stands as what may come next. */
  public Verdict inconclusive(String why) {
    return new Verdict(
        Cause.INCONCLUSIVE,
        Confidence.NONE,
        why,
        evidence,
        against,
        List.of(cause),
        gains,
        List.of(),
        List.of(why));
  }
}
