package io.tidemark.proof;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Signals;
import io.tidemark.ceiling.Thresholds;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Adjusts a verdict to the direction and size of what interventions have shown.
 *
 * <p>The change that the cause names must move the throughput by at least half of what was
 * predicted, and surely by as much as a cause must; each other change that was tried must be sure
 * to move it by less than that. Half of the cores must cost nearly half of the throughput;
 * otherwise not all cores are at work, and more of them promise little. Such a proof outranks
 * missing signals. The named change must also surely gain more than anything else may: of two
 * limits that are nearly one, moving one does not show that it is the lower one.
 *
 * <p>A named change that is sure to stay below both, or that goes the wrong way, contradicts the
 * verdict. If another change moves the throughput by as much as a cause must, and by more than the
 * named one, it is the better evidence: the cause is what it changed, unless the sign of that cause
 * is missing or says no. Windows that are too far apart to tell leave the verdict as it was.
 */
public final class Proof {
  private static final String TOO_BRIEF =
      "answers take too long for steps of this length; repeat with fewer samples a request (write.batch-samples), or a longer --max-duration";

  private static final String NO_TIME =
      "no time was left to try more requests in flight; repeat with a longer --max-duration";

  private static final String DISAGREE =
      "more requests in flight gained much when they were tried at the plateau, but not for certain while the load was raised; repeat the search with a longer --max-duration";

  private Proof() {}

  /**
   * What is doubtful about a search.
   *
   * @param allMade whether no change was left out for want of time
   * @param mayGain whether more requests in flight were not tried, though they may still gain
   * @param brief whether no step was long enough for its answers
   * @param unsteady whether no two windows of the plateau in a row agreed
   * @param moreGainedNothing whether it is not sure that the sweep gained by more requests in
   *     flight
   */
  public record Doubts(
      boolean allMade,
      boolean mayGain,
      boolean brief,
      boolean unsteady,
      boolean moreGainedNothing) {
    public static final Doubts NONE = new Doubts(true, false, false, false, false);
  }

  /**
   * Returns what the whole search makes of a verdict from signals.
   *
   * @param judged what the signals say
   * @param facts the facts that it was judged by; null if there were none
   */
  public static Verdict of(
      Verdict judged, Facts facts, List<Intervention> interventions, Doubts doubts) {
    Verdict verdict = facts == null ? judged : withoutReaders(judged, facts, interventions);
    boolean undisturbed = facts != null && doubts.allMade && facts.peak().marks().isEmpty();
    double others = facts == null ? 1 : othersMayGain(facts, verdict);
    Verdict proven =
        facts == null ? verdict : of(verdict, facts, interventions, undisturbed, others);
    boolean wasRaised = interventions.stream().anyMatch(i -> i.speaksFor() == Cause.JOB_IN_FLIGHT);
    boolean gained =
        interventions.stream().anyMatch(i -> i.speaksFor() == Cause.JOB_IN_FLIGHT && i.moved());
    if (proven.cause() == Cause.JOB_IN_FLIGHT && gained && doubts.moreGainedNothing) {
      return proven.inconclusive(DISAGREE);
    }
    boolean unseen = (doubts.mayGain || doubts.brief) && !wasRaised;
    if (unseen && proven.cause() == Cause.JOB_IN_FLIGHT) {
      return proven.inconclusive(doubts.mayGain ? NO_TIME : TOO_BRIEF);
    }
    return doubts.unsteady && proven.cause() != Cause.INCONCLUSIVE
        ? proven.with(Confidence.LOW)
        : proven;
  }

  /**
   * Adjusts a search's verdict to what the queueing model makes of the same windows: where the
   * model names another cause, only what a change has proved stands, and medium confidence needs a
   * cause that the model finds likely.
   */
  public static Verdict ofSearched(
      Verdict verdict, Probabilities model, List<Intervention> interventions) {
    Optional<Cause> other = model.otherThan(verdict.cause());
    boolean proved =
        interventions.stream()
            .anyMatch(each -> each.speaksFor() == verdict.cause() && each.proves());
    if (proved || verdict.confidence() == Confidence.HIGH) {
      return verdict;
    }
    return other.isPresent()
        ? verdict.inconclusive(
            "%s; no change has proved either".formatted(differ(verdict, other.get())))
        : doubted(verdict, model);
  }

  /**
   * Adjusts a verdict on the least load that was too much. The model explains the highest one,
   * where something else may be full, so that it makes the verdict less certain and no more.
   */
  public static Verdict ofRamp(Verdict verdict, Probabilities model) {
    return verdict.confidence() == Confidence.MEDIUM && model.otherThan(verdict.cause()).isPresent()
        ? verdict.with(Confidence.LOW)
        : verdict;
  }

  private static Verdict doubted(Verdict verdict, Probabilities model) {
    return verdict.confidence() == Confidence.MEDIUM && model.doubt(verdict.cause())
        ? verdict.with(Confidence.LOW)
        : verdict;
  }

  private static String differ(Verdict signals, Cause other) {
    return "the signals point to %s, the queueing model to %s"
        .formatted(signals.cause().what(), other == Cause.NONE_REACHED ? "no limit" : other.what());
  }

  /**
   * Adjusts a verdict on one window of a job that is only watched. Nothing was changed to show
   * which is right where the queueing model names another cause than the signals do, or where both
   * doubt it. Medium confidence needs a cause that the model finds likely; then supporting signals
   * leave no doubt.
   *
   * @param model the probabilities of the same window, or of an earlier one
   */
  public static Verdict ofWatched(Verdict signals, Window window, Probabilities model) {
    Optional<Cause> other = model.otherThan(signals.cause());
    boolean doubtful = signals.confidence() == Confidence.LOW && model.doubt(signals.cause());
    if (other.isPresent() || doubtful) {
      return signals.inconclusive(
          "%s: only a search, which changes one resource at a time, shows what is right"
              .formatted(
                  other
                      .map(cause -> differ(signals, cause))
                      .orElseGet(
                          () ->
                              "the signals point to %s with a doubt, and the queueing model gives it only %s"
                                  .formatted(
                                      signals.cause().what(),
                                      Amounts.hundredths(model.causes().get(signals.cause()))))));
    }
    if (signals.confidence() == Confidence.NONE) {
      return signals;
    }
    if (!window.marks().isEmpty()) {
      return signals.with(Confidence.LOW);
    }
    return signals.confidence() == Confidence.LOW && model.agreeWith(signals.cause())
        ? signals.with(Confidence.MEDIUM)
        : doubted(signals, model);
  }

  /**
   * Adjusts a verdict on a step that was too short for its answers, which can't show what more
   * requests in flight gain.
   */
  public static Verdict ofBriefStep(Verdict verdict) {
    return switch (verdict.cause()) {
      case INCONCLUSIVE -> verdict;
      case JOB_IN_FLIGHT -> verdict.inconclusive(TOO_BRIEF);
      default -> verdict.with(Confidence.LOW);
    };
  }

  /** Returns the verdict if no step was long enough to say anything. */
  public static Verdict ofNoStep() {
    return Verdict.untold(TOO_BRIEF);
  }

  /**
   * Returns the largest factor of throughput that anything but the verdict's cause may gain: what
   * the other causes that hold promise, and, for insert slots, whatever would shorten the time that
   * each is held, such as a faster line. Nothing inside makes a request faster than one request
   * alone, whatever the model says of it. If others write too, admitting more of the job's requests
   * takes from theirs, and there is no bound.
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
        ? Stream.of(promised, facts.seen().timesAsLongAsAlone(), facts.seen().lineMayGain())
            .max(Double::compare)
            .orElseThrow()
        : promised;
  }

  /**
   * Pausing the readers is what their cause asks for, so what that gained takes the place of what
   * was promised; another cause may promise more then, or less.
   */
  private static Verdict withoutReaders(
      Verdict verdict, Facts facts, List<Intervention> interventions) {
    return interventions.stream()
        .filter(each -> each.speaksFor() == Cause.TSDB_READERS && verdict.saysOf(each.speaksFor()))
        .findFirst()
        .map(pause -> Attribution.judge(facts.withoutReaders(pause.gained())))
        .orElse(verdict);
  }

  /**
   * Returns what interventions by themselves make of a verdict.
   *
   * @param facts the facts that it was judged by
   * @param undisturbed whether nothing is doubtful about the windows, and no change was left out
   *     for want of time
   * @param othersMayGain the factor of throughput that anything but the named cause may gain
   */
  public static Verdict of(
      Verdict verdict,
      Facts facts,
      List<Intervention> interventions,
      boolean undisturbed,
      double othersMayGain) {
    List<Intervention> named =
        interventions.stream().filter(i -> i.speaksFor() == verdict.cause()).toList();
    List<Intervention> rivals =
        interventions.stream().filter(i -> i.speaksFor() != verdict.cause()).toList();
    Optional<Verdict> shown =
        rivals.stream()
            .filter(rival -> rival.moved() && rival.isWorthIt())
            .filter(
                rival -> !verdict.next().contains(rival.speaksFor()) || isMeasuredToo(rival, named))
            .max(Comparator.comparingDouble(Intervention::gained))
            .filter(rival -> named.stream().allMatch(each -> gains(each, verdict) < rival.gained()))
            .map(rival -> Attribution.shown(verdict, facts, rival));
    if (shown.isPresent()) {
      return shown.get();
    }
    if (verdict.cause() == Cause.INCONCLUSIVE || interventions.isEmpty()) {
      return verdict;
    }
    for (Intervention change : named) {
      if (change.stayed() && !change.isWorthIt() || change.wentTheWrongWay()) {
        return contradicted(verdict, change);
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
    // A limit that turns requests away can't be changed by a search, and so is not ruled out.
    boolean refused = verdict.next().contains(Cause.TSDB_REJECTING);
    return moved && onlyThat && leads && !refused && undisturbed
        ? verdict.with(Confidence.HIGH)
        : verdict;
  }

  /**
   * Tells whether the readers were paused and the named change was made, too: what the two gained
   * decides then, although signals speak for both wherever queries take CPU.
   */
  private static boolean isMeasuredToo(Intervention rival, List<Intervention> named) {
    return rival.speaksFor() == Cause.TSDB_READERS && !named.isEmpty();
  }

  /**
   * Returns the gain that the named change has shown. A change that took a part of a resource away
   * shows no more than was promised of having more.
   */
  private static double gains(Intervention named, Verdict verdict) {
    double promised = verdict.gains().getOrDefault(verdict.cause(), 1.0);
    return !named.moved()
        ? 1
        : named.factor() > 1 ? named.gained() : Math.min(named.gained(), promised);
  }

  private static Verdict contradicted(Verdict verdict, Intervention by) {
    return verdict.inconclusive(
        "the signals point to %s, but changing %s, which should have moved the throughput, gave %s"
            .formatted(
                verdict.cause().what(),
                by.changed(),
                Amounts.roundChange(by.after() / by.before() - 1)));
  }
}
