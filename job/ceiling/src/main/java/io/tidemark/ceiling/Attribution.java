package io.tidemark.ceiling;

import static io.tidemark.ceiling.Cause.HOST_CPU;
import static io.tidemark.ceiling.Cause.JOB_CPU;
import static io.tidemark.ceiling.Cause.JOB_GC;
import static io.tidemark.ceiling.Cause.JOB_IN_FLIGHT;
import static io.tidemark.ceiling.Cause.JOB_SKEW;
import static io.tidemark.ceiling.Cause.NETWORK;
import static io.tidemark.ceiling.Cause.NONE_REACHED;
import static io.tidemark.ceiling.Cause.SOURCE;
import static io.tidemark.ceiling.Cause.TSDB_CPU;
import static io.tidemark.ceiling.Cause.TSDB_REJECTING;
import static io.tidemark.ceiling.Cause.TSDB_SLOTS;
import static io.tidemark.ceiling.Cause.TSDB_STORAGE;

import io.tidemark.ceiling.Verdict.Confidence;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Names the cause of a ceiling. The rules are ordered: the first whose every finding holds is the
 * cause, later ones that hold as well are what comes next. A rule that nothing rules out, but that
 * lacks a signal, makes every later cause a guess: then there is none.
 */
public final class Attribution {
  private interface Question extends Function<Facts, Finding> {}

  /**
   * @param needs findings that must all hold
   * @param supports findings that must not be false, but may be missing
   */
  private record Rule(Cause cause, List<Question> needs, List<Question> supports) {

    Outcome judge(Facts facts) {
      var findings = new ArrayList<Finding>();
      Finding missing = null;
      for (var need : needs) {
        Finding found = need.apply(facts);
        if (Boolean.FALSE.equals(found.holds())) {
          return new Outcome(cause, found, null, List.of(), false);
        }
        if (found.holds() == null && missing == null) {
          missing = found;
        }
        findings.add(found);
      }
      boolean unsupported = false;
      for (var support : supports) {
        Finding found = support.apply(facts);
        if (Boolean.FALSE.equals(found.holds())) {
          return new Outcome(cause, found, null, List.of(), false);
        }
        unsupported |= found.holds() == null;
        findings.add(found);
      }
      return new Outcome(cause, null, missing, findings, unsupported);
    }
  }

  /**
   * @param ruledOutBy null if nothing does
   * @param missing what would have to be known; null if nothing
   */
  private record Outcome(
      Cause cause,
      Finding ruledOutBy,
      Finding missing,
      List<Finding> evidence,
      boolean unsupported) {
    boolean holds() {
      return ruledOutBy == null && missing == null;
    }

    boolean open() {
      return ruledOutBy == null && missing != null;
    }
  }

  /** In each, the finding that tells most comes first. */
  private static final List<Rule> RULES =
      List.of(
          rule(TSDB_STORAGE)
              .needs(DatabaseFindings::storageIsSlow, JobFindings::waitsForAnswers)
              .done(),
          rule(TSDB_REJECTING)
              .needs(DatabaseFindings::turnsAway)
              .supports(DatabaseFindings::notForWantOfSlots)
              .done(),
          rule(NONE_REACHED).needs(JobFindings::highestLoadWritten).done(),
          rule(JOB_GC)
              .needs(JobFindings::collectsMuch)
              .supports(JobFindings::sourceMayGiveMore)
              .done(),
          rule(SOURCE)
              .needs(
                  JobFindings::sourceGivesNoMore,
                  JobFindings::boundNotUsedUp,
                  JobFindings::answersHoldNothingUp)
              .done(),
          rule(JOB_SKEW).needs(JobFindings::oneSubtaskIsFull, JobFindings::waitsLittle).done(),
          rule(JOB_CPU)
              .needs(JobFindings::jobIsFull, JobFindings::waitsLittle)
              .supports(JobFindings::atJobCeiling)
              .done(),
          rule(NETWORK)
              .needs(
                  LineFindings::mostlySends,
                  JobFindings::boundUsedUp,
                  JobFindings::httpClientHasRoom,
                  DatabaseFindings::slotsWereFreeWhenSendingWasSlow)
              .done(),
          rule(TSDB_CPU)
              .needs(DatabaseFindings::cpuIsFull, JobFindings::waitsForAnswers)
              .supports(JobFindings::belowJobCeiling)
              .done(),
          rule(TSDB_SLOTS)
              .needs(
                  DatabaseFindings::slotsAreTaken,
                  JobFindings::waitsForAnswers,
                  DatabaseFindings::cpuIsFree)
              .supports(JobFindings::belowJobCeiling)
              .done(),
          rule(JOB_IN_FLIGHT)
              .needs(
                  JobFindings::boundUsedUp,
                  JobFindings::waitsForAnswers,
                  DatabaseFindings::slotsAreFree,
                  DatabaseFindings::cpuIsFree,
                  JobFindings::httpClientHasRoom,
                  LineFindings::sendsQuickly)
              .supports(HostFindings::hostHasRoom)
              .done(),
          rule(HOST_CPU).needs(HostFindings::hostIsFull).done());

  private Attribution() {}

  /** The verdict from signals alone; {@link Proof} says what interventions make of it. */
  public static Verdict judge(Facts facts) {
    if (!facts.peak().valid()) {
      return inconclusive(
          "no window is valid: " + String.join("; ", facts.peak().invalid()), List.of(), Map.of());
    }
    var against = new EnumMap<Cause, Finding>(Cause.class);
    var next = new ArrayList<Cause>();
    Outcome cause = null;
    Outcome open = null;
    for (Rule rule : RULES) {
      Outcome outcome = rule.judge(facts);
      if (outcome.ruledOutBy() != null) {
        against.put(outcome.cause(), outcome.ruledOutBy());
      } else if (outcome.open()) {
        open = open == null && cause == null ? outcome : open;
      } else if (cause == null) {
        cause = outcome;
      } else {
        next.add(outcome.cause());
      }
    }
    if (open != null) {
      return inconclusive(
          "it can't be told whether it is %s: \"%s\" is missing; %s"
              .formatted(open.cause().what(), open.missing().signal(), remedy(facts)),
          List.of(open.missing().signal()),
          against);
    }
    if (cause == null) {
      return inconclusive(
          "nothing that is measured is full, and yet the throughput does not grow: %s; run again with the database and the job on hosts of their own"
              .formatted(JobFindings.waitsForAnswers(facts)),
          List.of(),
          against);
    }
    return new Verdict(
        cause.cause(),
        cause.unsupported() || !facts.peak().marks().isEmpty() ? Confidence.LOW : Confidence.MEDIUM,
        cause.cause().what(),
        cause.evidence(),
        against,
        next,
        List.of(),
        Advice.of(cause.cause(), facts));
  }

  private static String remedy(Facts facts) {
    return facts.peak().database() == null
        ? "make the database's /metrics readable and name it in target.metrics-urls"
        : "the database's version does not tell it; a current one does";
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

  private static Builder rule(Cause cause) {
    return new Builder(cause);
  }

  /** Only to make the table readable. */
  private static final class Builder {
    private final Cause cause;
    private List<Question> needs = List.of();
    private List<Question> supports = List.of();

    private Builder(Cause cause) {
      this.cause = cause;
    }

    private Builder needs(Question... findings) {
      needs = List.of(findings);
      return this;
    }

    private Builder supports(Question... findings) {
      supports = List.of(findings);
      return this;
    }

    private Rule done() {
      return new Rule(cause, needs, supports);
    }
  }
}
