package io.tidemark.ceiling;

import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.measure.Window;
import io.tidemark.sink.Concept;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Names the cause of a ceiling. A verdict is a promise of what helps: evidence admits a cause, and
 * of those admitted the one whose remedy gains most leads; the order of {@link Cause} decides
 * between gains that are alike. A cause that nothing rules out, but that lacks a signal, makes
 * every later one a guess: then there is none.
 */
public final class Attribution {
  /**
   * @param ruledOutBy null if nothing does
   * @param missing what would have to be known; null if nothing
   * @param doubts findings that would support it or speak for it, but are missing or do not
   */
  private record Outcome(
      Cause cause,
      Finding ruledOutBy,
      Finding missing,
      List<Finding> evidence,
      List<Finding> doubts) {

    static Outcome of(Cause cause, Facts facts) {
      List<Finding> needed = answers(cause.signs().needed(), facts);
      List<Finding> supporting = answers(cause.signs().supporting(), facts);
      List<Finding> speaking = answers(cause.signs().speaking(), facts);
      var evidence = new ArrayList<>(needed);
      evidence.addAll(supporting);
      Finding ruledOutBy = evidence.stream().filter(Finding::isFalse).findFirst().orElse(null);
      evidence.addAll(speaking.stream().filter(Finding::isTrue).toList());
      var doubts = new ArrayList<>(supporting.stream().filter(Finding::isMissing).toList());
      doubts.addAll(speaking.stream().filter(finding -> !finding.isTrue()).toList());
      return new Outcome(
          cause,
          ruledOutBy,
          needed.stream().filter(Finding::isMissing).findFirst().orElse(null),
          evidence,
          doubts);
    }

    private static List<Finding> answers(List<Cause.Question> questions, Facts facts) {
      return questions.stream().map(question -> question.apply(facts)).toList();
    }
  }

  private Attribution() {}

  /** The verdict from signals alone; {@link Proof} says what interventions make of it. */
  public static Verdict judge(Facts all) {
    Facts facts = all.of(all.seen().whereNoneIsTurnedAway());
    if (!facts.peak().valid()) {
      String invalid = String.join("; ", facts.peak().invalid());
      return plain(facts)
          .orElseGet(() -> untold("no window is valid: " + invalid, List.of(), Map.of()));
    }
    var against = new EnumMap<Cause, Finding>(Cause.class);
    var admitted = new ArrayList<Outcome>();
    Outcome open = null;
    for (Cause cause : Cause.values()) {
      if (cause == Cause.INCONCLUSIVE) {
        continue;
      }
      Outcome outcome = Outcome.of(cause, facts);
      if (outcome.ruledOutBy() != null) {
        against.put(cause, outcome.ruledOutBy());
      } else if (outcome.missing() == null) {
        admitted.add(outcome);
      } else if (open == null && admitted.isEmpty()) {
        open = outcome;
      }
    }
    if (open != null) {
      Finding missing = open.missing();
      return untold(
          "it can't be told whether it is %s: \"%s\" is %s"
              .formatted(open.cause().what(), missing.signal(), missing.value()),
          List.of(missing.signal()),
          against);
    }
    if (admitted.isEmpty()) {
      return untold(
          "nothing that is measured is full, and yet the throughput does not grow: %s; %s"
              .formatted(JobFindings.waitsForAnswers(facts), DatabaseFindings.whereToLook(facts)),
          List.of(),
          against);
    }
    return leading(facts, admitted, against);
  }

  private static Verdict leading(Facts facts, List<Outcome> admitted, Map<Cause, Finding> against) {
    var gains = new EnumMap<Cause, Double>(Cause.class);
    admitted.forEach(outcome -> gains.put(outcome.cause(), outcome.cause().gain(facts)));
    double most = gains.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    Outcome found =
        admitted.stream()
            .filter(outcome -> leads(gains.get(outcome.cause()), most))
            .findFirst()
            .orElseThrow();
    if (most < Thresholds.NOTHING && facts.seen().otherLoads().least() != null) {
      return untold(
          "nearest to a limit is %s, but twice of it promises only %.2f times the throughput: several things are nearly used up, or one that is not reported"
              .formatted(found.cause().what(), most),
          List.of(),
          against);
    }
    boolean doubtful = !found.doubts().isEmpty() || !facts.peak().marks().isEmpty();
    var advice = new ArrayList<>(found.cause().advice(facts, gains.get(found.cause())));
    advice.addAll(Advice.ofOthers(facts));
    return new Verdict(
        found.cause(),
        doubtful ? Confidence.LOW : Confidence.MEDIUM,
        found.cause().what(),
        found.evidence().stream().filter(finding -> !finding.isMissing()).toList(),
        against,
        admitted.stream().filter(other -> other != found).map(Outcome::cause).toList(),
        gains,
        found.doubts().stream().map(Finding::signal).toList(),
        advice);
  }

  /** What gains as much as the most, and itself enough where anything does. */
  static boolean leads(double gain, double most) {
    double enough =
        Stream.of(Thresholds.WORTH_IT, Thresholds.NOTHING, 1.0)
            .filter(each -> most >= each)
            .findFirst()
            .orElseThrow();
    return gain >= enough && gain * Thresholds.ALIKE >= most;
  }

  /** What stops the traffic where that is plain, and yet no window can be valid. */
  private static Optional<Verdict> plain(Facts facts) {
    return readOnly(facts).or(() -> silentDrops(facts));
  }

  /** One that takes no writes may answer none: an insert node waits for its storage. */
  private static Optional<Verdict> readOnly(Facts facts) {
    Finding storage = StorageFindings.storageIsSlow(facts);
    if (!Signals.isReadOnly(facts.peak()) || !storage.isTrue()) {
      return Optional.empty();
    }
    return Optional.of(
        plain(
            Cause.TSDB_STORAGE,
            Confidence.MEDIUM,
            storage,
            Cause.TSDB_STORAGE.advice(facts, Thresholds.DOUBLED)));
  }

  /**
   * A database that drops silently what it has acknowledged, for a limit on its series say: its
   * rate is not what is stored. Empty if the window's rows were stored, but for a few that another
   * client may have sent.
   */
  private static Optional<Verdict> silentDrops(Facts facts) {
    Window window = facts.peak();
    if (window.database() == null) {
      return Optional.empty();
    }
    Map<String, Long> ignored = window.database().rowsIgnored();
    double dropped = ignored.values().stream().mapToLong(Long::longValue).sum();
    double acknowledged = window.throughput().samplesPerSecond() * window.seconds();
    Finding share =
        Finding.over(
            "acknowledged rows that the database dropped %s".formatted(ignored.keySet()),
            acknowledged == 0 ? 0 : Math.min(1, dropped / acknowledged),
            Thresholds.THROTTLED);
    if (!share.isTrue()) {
      return Optional.empty();
    }
    return Optional.of(
        plain(
            Cause.TSDB_REJECTING,
            window.invalid().size() > 1 ? Confidence.LOW : Confidence.MEDIUM,
            share,
            List.of(
                "what it acknowledged is not all stored: %s"
                    .formatted(
                        facts
                            .capabilities()
                            .remedy(Concept.IGNORED_ROWS)
                            .orElse("its own metrics say why")))));
  }

  private static Verdict plain(
      Cause cause, Confidence confidence, Finding evidence, List<String> advice) {
    return new Verdict(
        cause,
        confidence,
        cause.what(),
        List.of(evidence),
        Map.of(),
        List.of(),
        Map.of(),
        List.of(),
        advice);
  }

  private static Verdict untold(String reason, List<String> missing, Map<Cause, Finding> against) {
    return Verdict.untold(reason, missing, against, List.of(reason));
  }
}
