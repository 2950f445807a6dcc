package io.tidemark.proof;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult.Intervention;
import io.tidemark.ceiling.Facts;
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
  private Proof() {}

  /**
   * @param undisturbed whether nothing is doubtful about the windows, and no change was left out
   *     for want of time
   * @param othersMayGain times the throughput that anything but the named may gain ({@link
   *     Facts#othersMayGain})
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
