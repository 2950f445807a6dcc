package io.tidemark.ceiling;

import java.util.List;
import java.util.Map;

/**
 * The cause of a ceiling and what was measured for and against it.
 *
 * @param reason the cause in one sentence; for {@link Cause#INCONCLUSIVE}, why it can't be told and
 *     what to add
 * @param evidence the findings that made it the cause
 * @param against for each other cause, the finding that rules it out
 * @param next other causes that hold, too: one of them stops the traffic once the first is out of
 *     the way
 * @param gains for the cause and each of the next, the factor by which its remedy should raise the
 *     throughput
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
    /** No deciding signal is missing, and a change moved the throughput as the cause says. */
    HIGH,
    /** The signals agree, but nothing was changed to prove the cause, or a signal is missing. */
    MEDIUM,
    /** A value is close to its threshold, or a window had to be marked as doubtful. */
    LOW,
    /** There is no verdict. */
    NONE
  }

  /** Returns the words that follow "1.4 M samples/s,". */
  public String headline() {
    return cause == Cause.INCONCLUSIVE
        ? "%s: %s".formatted(cause.headline(), reason)
        : cause.headline();
  }

  /** Tells whether this cause holds, as the first one or as one that may come next. */
  public boolean saysOf(Cause other) {
    return cause == other || next.contains(other);
  }

  public Verdict with(Confidence other) {
    return new Verdict(cause, other, reason, evidence, against, next, gains, missing, advice);
  }

  /** Returns an inconclusive verdict without evidence. */
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

  /** Returns an inconclusive verdict that keeps this one's cause as one that may come next. */
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
