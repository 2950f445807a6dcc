package io.tidemark.ceiling;

import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.series.SeriesCurve;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Ending;
import io.tidemark.sink.Concept;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Names the cause of a ceiling. A verdict is a promise of what helps: evidence admits causes, and
 * of those the one whose remedy gains most leads; where gains are alike, the order of {@link Cause}
 * decides. A cause that nothing rules out, but whose signal is missing, makes every later cause a
 * guess; then the verdict is inconclusive.
 */
public final class Attribution {
  /**
   * What the questions about one cause have shown.
   *
   * @param ruledOutBy the finding that rules the cause out; null if none does
   * @param missing the finding that would have to be known; null if none is missing
   * @param doubts findings that would support the cause or speak for it, but are missing or do not
   *     hold
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

  /** Judges by the signals; {@link Proof} then adjusts the verdict to what changes have shown. */
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
          "to decide about %s, \"%s\" is needed, which is %s"
              .formatted(open.cause().what(), missing.signal(), missing.value()),
          List.of(missing.signal()),
          against);
    }
    if (admitted.isEmpty()) {
      return untold(
          "nothing that is measured is full, but throughput does not grow: %s; %s"
              .formatted(JobFindings.waitsForAnswers(facts), DatabaseFindings.whereToLook(facts)),
          List.of(),
          against);
    }
    return leading(facts, admitted, against);
  }

  /**
   * Returns the verdict that a change has shown where the signals name another cause. The changed
   * resource is the cause, unless its deciding sign is missing or does not hold; then the cause
   * can't be told.
   *
   * @param signals the verdict by the signals; its cause stays as one that may come next
   * @param change the change, which moved the throughput
   */
  public static Verdict shown(Verdict signals, Facts facts, Intervention change) {
    Cause cause = change.speaksFor();
    Finding sign = cause.signs().needed().get(0).apply(facts);
    String moved = Amounts.roundChange(change.after() / change.before() - 1);
    if (!sign.isTrue()) {
      return signals.inconclusive(
          "changing %s moved the throughput by %s, but %s %s: %s"
              .formatted(
                  change.changed(),
                  moved,
                  sign.isMissing() ? "it cannot be told whether it is" : "the signals rule out",
                  cause.what(),
                  sign));
    }
    double gain = Math.min(Thresholds.DOUBLED, change.gained());
    var gains = new EnumMap<Cause, Double>(Cause.class);
    gains.putAll(signals.gains());
    gains.put(cause, gain);
    var against = new EnumMap<Cause, Finding>(Cause.class);
    against.putAll(signals.against());
    against.remove(cause);
    var next = new ArrayList<>(signals.next());
    if (signals.cause() != Cause.INCONCLUSIVE) {
      next.add(0, signals.cause());
    }
    return new Verdict(
        cause,
        change.proves() ? Confidence.MEDIUM : Confidence.LOW,
        cause.what(),
        List.of(
            new Finding(
                change.changed(),
                moved,
                "at least %s times, for a cause".formatted(Amounts.plain(Thresholds.WORTH_IT)),
                true),
            sign),
        against,
        next,
        gains,
        signals.missing(),
        cause.advice(facts, gain));
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
          "nearest to a limit: %s; twice as much would raise the throughput only %s times: %s"
              .formatted(
                  found.cause().what(),
                  Amounts.hundredths(most),
                  DatabaseFindings.whatElseIsUsedUp(facts)),
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

  /** Tells whether a gain is alike to the largest one, and large enough by itself if any is. */
  static boolean leads(double gain, double most) {
    double enough =
        Stream.of(Thresholds.WORTH_IT, Thresholds.NOTHING, 1.0)
            .filter(each -> most >= each)
            .findFirst()
            .orElseThrow();
    return gain >= enough && gain * Thresholds.ALIKE >= most;
  }

  /** Returns the verdict that is plain even if no window is valid. */
  private static Optional<Verdict> plain(Facts facts) {
    return killedForMemory(facts)
        .or(() -> readOnly(facts))
        .or(() -> allFail(facts))
        .or(() -> silentDrops(facts));
  }

  /**
   * Judges a search that raises the number of series. A database whose memory is too small for them
   * may still write the load, at a cost that only grows. Just past the edge, a few rows that miss a
   * cache may take most of the CPU, so that the CPU looks full.
   *
   * @param curve the other loads that were measured
   * @param ended how the database ended while the fewest that were too many were written; null if
   *     it did not
   */
  public static Verdict ofSeries(Facts facts, SeriesCurve curve, Finding ended) {
    if (ended != null) {
      return ofMemory(ended, facts);
    }
    Finding memory = DatabaseFindings.seriesExceedMemory(facts.peak());
    boolean shown = facts.peak().valid() || DatabaseFindings.killedForMemory(facts.peak()).isTrue();
    if (shown && memory.isTrue()) {
      return ofMemory(memory, facts);
    }
    Verdict judged = judge(facts);
    double gain = facts.peak().valid() && curve != null ? curve.gainOfMemory(facts.peak()) : 1;
    double most = judged.gains().getOrDefault(judged.cause(), 1.0);
    return gain < Thresholds.WORTH_IT || gain < most
        ? judged
        : ofMemory(
            new Finding(
                "CPU of the database to read its index because its caches are too small",
                "%s of it, for %s of the rows"
                    .formatted(
                        Amounts.finePercent(1 - 1 / gain),
                        Amounts.finePercent(facts.peak().database().uncachedShare())),
                "without it %s times the rows".formatted(Amounts.plain(Thresholds.WORTH_IT)),
                true),
            facts);
  }

  /**
   * Judges a search that raises queries. Writers that keep their rate wait for nothing, which rules
   * out all causes that stop writes; the cause is then the full resource that the queries wait for.
   *
   * @param unanswered why the queries were not answered when they were due; empty if they were, and
   *     the writes fell behind
   */
  public static Verdict ofQueries(Facts facts, String unanswered) {
    if (unanswered.isEmpty() || !facts.peak().valid()) {
      // The queries are what was raised; what they filled is the answer.
      Verdict judged = judge(facts.withoutReaders(1));
      boolean paced = judged.cause() == Cause.SOURCE || judged.cause() == Cause.NONE_REACHED;
      return paced
          ? untold("the writes fell behind, and nothing was full", List.of(), Map.of())
          : judged;
    }
    String cores = "give the database more cores";
    var limits =
        List.of(
            new Limit(
                Cause.TSDB_MEMORY,
                DatabaseFindings.waitsForMemory(facts),
                "give the database more memory"),
            new Limit(
                Cause.TSDB_STORAGE,
                StorageFindings.storageIsSlow(facts),
                "give the database faster storage"),
            new Limit(Cause.TSDB_CPU, DatabaseFindings.cpuIsFull(facts), cores),
            new Limit(Cause.HOST_CPU, HostFindings.isFilledByBoth(facts), cores),
            new Limit(
                Cause.TSDB_REJECTING,
                DatabaseFindings.queriesFail(facts.peak()),
                "raise the limit by which queries are turned away"));
    var against = new EnumMap<Cause, Finding>(Cause.class);
    limits.stream()
        .filter(limit -> !limit.sign.isTrue())
        .forEach(limit -> against.put(limit.cause, limit.sign));
    var waiting = new Finding("queries", unanswered, "all answered as due", true);
    return limits.stream()
        .filter(limit -> limit.sign.isTrue())
        .findFirst()
        .map(limit -> limit.verdict(waiting, against))
        .orElseGet(
            () ->
                untold(
                    unanswered + "; " + DatabaseFindings.whoWaits(facts.peak()),
                    List.of(),
                    against));
  }

  /**
   * Something that queries may wait for.
   *
   * @param sign the finding that it is full
   * @param remedy what to do, worded as the beginning of a sentence
   */
  private record Limit(Cause cause, Finding sign, String remedy) {
    Verdict verdict(Finding unanswered, Map<Cause, Finding> against) {
      return new Verdict(
          cause,
          Confidence.MEDIUM,
          cause.what(),
          List.of(sign, unanswered),
          against,
          List.of(),
          Map.of(),
          List.of(),
          Advice.ofQueries(remedy));
    }
  }

  private static Verdict ofMemory(Finding evidence, Facts facts) {
    return plain(
        Cause.TSDB_MEMORY, Confidence.MEDIUM, evidence, Cause.TSDB_MEMORY.advice(facts, 1));
  }

  /** Returns the finding that the database ended for want of memory; empty if it did not. */
  public static Optional<Finding> endedForMemory(List<Ending> endings) {
    return Optional.of(DatabaseFindings.endedForMemory(endings)).filter(Finding::isTrue);
  }

  /**
   * Judges a database that ended, or fell silent, and did not come back; empty unless it was for
   * want of memory.
   */
  public static Optional<Verdict> ofEnding(List<Ending> endings) {
    return endedForMemory(endings)
        .map(how -> plain(Cause.TSDB_MEMORY, Confidence.MEDIUM, how, List.of(Advice.MORE_MEMORY)));
  }

  /** Tells why a database's memory is too small for its series; empty if nothing says so. */
  public static String memoryIsShort(Window window) {
    Finding memory = DatabaseFindings.seriesExceedMemory(window);
    return memory.isTrue() ? memory.signal() + ": " + memory.value() : "";
  }

  /**
   * A database that was killed for want of memory was away during the window, or will be soon; so
   * its verdict needs no valid window.
   */
  private static Optional<Verdict> killedForMemory(Facts facts) {
    Finding killed = DatabaseFindings.killedForMemory(facts.peak());
    return killed.isTrue() ? Optional.of(ofMemory(killed, facts)) : Optional.empty();
  }

  /** If no request is accepted, nothing else can be judged. */
  private static Optional<Verdict> allFail(Facts facts) {
    return facts.peak().failsAll()
        ? Stream.of(Cause.TSDB_REJECTING, Cause.REQUESTS_FAIL)
            .map(cause -> allFail(cause, facts))
            .flatMap(Optional::stream)
            .findFirst()
        : Optional.empty();
  }

  private static Optional<Verdict> allFail(Cause cause, Facts facts) {
    Finding sign = cause.signs().needed().get(0).apply(facts);
    return sign.isTrue()
        ? Optional.of(
            plain(cause, Confidence.MEDIUM, sign, cause.advice(facts, Thresholds.DOUBLED)))
        : Optional.empty();
  }

  /** A read-only database may answer nothing, because an insert node waits for its storage. */
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
   * Returns the verdict on a database that drops silently what it has acknowledged, for example
   * because of a limit on its series; then its rate is not what it stores. It is empty if the
   * window's rows were stored, except for a few that another client may have sent.
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
