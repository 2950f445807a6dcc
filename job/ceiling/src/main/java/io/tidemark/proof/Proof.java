package io.tidemark.proof;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult.Intervention;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Signals;
import io.tidemark.ceiling.Thresholds;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.Verdict.Confidence;
import java.util.List;

/**
 * What interventions make of a verdict, by direction and size. The change that the cause names must
 * move the throughput by at least half of what was predicted and surely by what makes a cause, and
 * each other one that was tried must be sure to move it by less than that. Half of the cores must
 * cost nearly half of the throughput, else they are not all at work, and more of them promise
 * little. That outranks signals that are missing. It must surely gain more than anything else may,
 * too: of two limits that are nearly one, moving one does not show that it is the lower one. A
 * named change that is sure to stay below both, or goes the wrong way, contradicts the verdict; so
 * does another one that moves, by as much as makes a cause. Windows that are too far apart to tell
 * leave it as it was.
 */
public final class Proof {
  private static final String TOO_BRIEF =
      "answers take too long for such steps; repeat with fewer samples a request (write.batch-samples), or a longer --max-duration";

  private static final String NO_TIME =
      "no time was left to try more requests in flight; repeat with a longer --max-duration";

  private Proof() {}

  /**
   * What is doubtful about a search.
   *
   * @param allMade whether no change was left out for want of time
   * @param mayGain whether more in flight was not tried, though it still may gain
   * @param brief whether no step was long enough for its answers
   * @param unsteady whether no two windows of the plateau in a row agreed
   */
  public record Doubts(boolean allMade, boolean mayGain, boolean brief, boolean unsteady) {}

  /**
   * What all of a search makes of a verdict from signals alone.
   *
   * @param facts that it was judged by; null if there were none
   */
  public static Verdict of(
      Verdict verdict, Facts facts, List<Intervention> interventions, Doubts doubts) {
    boolean undisturbed = facts != null && doubts.allMade && facts.peak().marks().isEmpty();
    double others = facts == null ? 1 : othersMayGain(facts, verdict);
    Verdict proven = of(verdict, interventions, undisturbed, others);
    boolean wasRaised = interventions.stream().anyMatch(i -> i.speaksFor() == Cause.JOB_IN_FLIGHT);
    boolean unseen = (doubts.mayGain || doubts.brief) && !wasRaised;
    if (unseen && proven.cause() == Cause.JOB_IN_FLIGHT) {
      return proven.inconclusive(doubts.mayGain ? NO_TIME : TOO_BRIEF);
    }
    return doubts.unsteady && proven.cause() != Cause.INCONCLUSIVE
        ? proven.with(Confidence.LOW)
        : proven;
  }

  /**
   * What is made of a verdict on a step too short for its answers: it can't show what more in
   * flight gains.
   */
  public static Verdict ofBriefStep(Verdict verdict) {
    return switch (verdict.cause()) {
      case INCONCLUSIVE -> verdict;
      case JOB_IN_FLIGHT -> verdict.inconclusive(TOO_BRIEF);
      default -> verdict.with(Confidence.LOW);
    };
  }

  /** Where no step was long enough to say anything. */
  public static Verdict ofNoStep() {
    return Verdict.untold(TOO_BRIEF);
  }

  /**
   * Times the throughput that anything but what a verdict names may gain, at most: what the other
   * causes that hold promise, and, of insert slots, what would take from the time that each is
   * held. Nothing inside makes a request faster than one alone is, whatever the model says of it.
   * Where others write, whoever lets more of ours in takes from theirs, and there is no bound.
   */
  public static double othersMayGain(Facts facts, Verdict verdict) {
    if (Signals.othersWrite(facts.peak()) && verdict.cause().isCapacityOfDatabase()) {
      return Double.POSITIVE_INFINITY;
    }
    double promised =
        verdict.next().stream()
            .mapToDouble(next -> verdict.gains().getOrDefault(next, 1.0))
            .max()
            .orElse(1);
    return verdict.cause() == Cause.TSDB_SLOTS
        ? Math.max(promised, facts.seen().timesAsLongAsAlone())
        : promised;
  }

  /**
   * What interventions alone make of it.
   *
   * @param undisturbed whether nothing is doubtful about the windows, and no change was left out
   *     for want of time
   * @param othersMayGain times the throughput that anything but the named may gain
   */
  public static Verdict of(
      Verdict verdict,
      List<Intervention> interventions,
      boolean undisturbed,
      double othersMayGain) {
    if (verdict.cause() == Cause.INCONCLUSIVE || interventions.isEmpty()) {
      return verdict;
    }
    List<Intervention> named =
        interventions.stream().filter(i -> i.speaksFor() == verdict.cause()).toList();
    List<Intervention> rivals =
        interventions.stream().filter(i -> i.speaksFor() != verdict.cause()).toList();
    for (Intervention rival : rivals) {
      if (rival.moved() && rival.isWorthIt() && !verdict.next().contains(rival.speaksFor())) {
        return contradicted(verdict, rival, "moved the throughput by");
      }
    }
    for (Intervention change : named) {
      if (change.stayed() && !change.isWorthIt() || change.wentTheWrongWay()) {
        return contradicted(verdict, change, "should have moved the throughput, but gave");
      }
    }
    boolean moved = !named.isEmpty() && named.stream().allMatch(Intervention::proves);
    boolean onlyThat = rivals.stream().allMatch(Intervention::isNoCause);
    double promised = verdict.gains().getOrDefault(verdict.cause(), 1.0);
    boolean leads =
        promised >= Thresholds.WORTH_IT
            && named.stream()
                .allMatch(
                    change -> change.surelyGains(promised) >= Thresholds.ALIKE * othersMayGain);
    // What turns requests away can't be changed from here, and so is not ruled out.
    boolean refused = verdict.next().contains(Cause.TSDB_REJECTING);
    return moved && onlyThat && leads && !refused && undisturbed
        ? verdict.with(Confidence.HIGH)
        : verdict;
  }

  private static Verdict contradicted(Verdict verdict, Intervention by, String what) {
    String reason =
        "the signals say %s, but changing %s %s %+.0f %%; repeat the search on a quiet host"
            .formatted(
                verdict.cause().what(), by.changed(), what, 100 * (by.after() / by.before() - 1));
    return verdict.inconclusive(reason);
  }
}
