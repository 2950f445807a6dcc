package io.tidemark.benchmarks.simulated;

import io.tidemark.benchmarks.lab.score.FamilyBootstrap;
import io.tidemark.benchmarks.lab.score.Interval;
import io.tidemark.benchmarks.lab.score.PromisedGain;
import io.tidemark.benchmarks.simulated.Judged.Outcome;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.mechanism.lab.Knob;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How right one mode was. Shares of all set-ups have intervals by bootstrap over families, those of
 * a row of a table Wilson's.
 *
 * @param nameable set-ups for whose limit the rules have a word
 * @param right share of all set-ups
 * @param wrong share of all
 * @param rightOfNamed share of those in which something was named
 * @param plain the same three shares of the plain rule
 * @param judges by whose forecasts
 * @param map numbers of the map from the model's probabilities to such as hold, trained on all:
 *     constant, factor
 */
record Summary(
    int setups,
    int nameable,
    Interval right,
    Interval wrong,
    Interval rightOfNamed,
    Interval rightOfNameable,
    Map<String, Interval> plain,
    Map<Cause, Row> byCause,
    Map<Confidence, Row> byConfidence,
    Map<String, Row> byLimit,
    Map<String, Row> byFamily,
    Map<String, Judge> judges,
    double[] map,
    Promises promises) {

  /**
   * @param cases of this kind
   * @param right of them
   * @param wrong the others named nothing
   */
  record Row(int cases, int right, int wrong, Interval share) {}

  /** Of the logarithm of promised over realised. */
  record Promises(int promises, Interval bias, double spread) {}

  /**
   * @param training cases whose frequencies are the forecasts' probabilities
   */
  static Summary of(List<Judged> cases, List<Judged> training, Said.Mode mode) {
    Function<Judged, Outcome> outcome = each -> each.outcome(mode);
    List<Judged> nameable = cases.stream().filter(each -> !each.rightCauses().isEmpty()).toList();
    return new Summary(
        cases.size(),
        nameable.size(),
        share(cases, all -> true, each -> outcome.apply(each) == Outcome.RIGHT),
        share(cases, all -> true, each -> outcome.apply(each) == Outcome.WRONG),
        share(
            cases,
            each -> outcome.apply(each) != Outcome.NO_VERDICT,
            each -> outcome.apply(each) == Outcome.RIGHT),
        share(nameable, all -> true, each -> outcome.apply(each) == Outcome.RIGHT),
        plain(cases, nameable, mode),
        by(cases, each -> List.of(each.said().get(mode).cause()), outcome, Cause.class),
        by(cases, each -> List.of(each.said().get(mode).confidence()), outcome, Confidence.class),
        byLimit(cases, outcome),
        rows(cases, each -> List.of(each.family()), outcome),
        Judge.all(cases, training, mode),
        Judge.map(training, mode),
        promises(cases, mode));
  }

  private static Map<String, Interval> plain(
      List<Judged> cases, List<Judged> nameable, Said.Mode mode) {
    Function<Judged, Outcome> outcome = each -> each.plainOutcome(mode);
    return new TreeMap<>(
        Map.of(
            "right", share(cases, all -> true, each -> outcome.apply(each) == Outcome.RIGHT),
            "wrong", share(cases, all -> true, each -> outcome.apply(each) == Outcome.WRONG),
            "rightOfNamed",
                share(
                    cases,
                    each -> outcome.apply(each) != Outcome.NO_VERDICT,
                    each -> outcome.apply(each) == Outcome.RIGHT),
            "rightOfNameable",
                share(nameable, all -> true, each -> outcome.apply(each) == Outcome.RIGHT)));
  }

  private static Interval share(
      List<Judged> cases, Predicate<Judged> among, Predicate<Judged> which) {
    if (cases.isEmpty()) {
      return Interval.ofShare(0, 0);
    }
    return FamilyBootstrap.of(
        cases,
        Judged::family,
        some -> {
          long all = some.stream().filter(among).count();
          return (double) some.stream().filter(among).filter(which).count() / all;
        });
  }

  private static <E extends Enum<E>> Map<E, Row> by(
      List<Judged> cases,
      Function<Judged, List<E>> keys,
      Function<Judged, Outcome> outcome,
      Class<E> type) {
    var rows = new EnumMap<E, Row>(type);
    for (E key : type.getEnumConstants()) {
      List<Judged> some = cases.stream().filter(each -> keys.apply(each).contains(key)).toList();
      if (!some.isEmpty()) {
        rows.put(key, row(some, outcome));
      }
    }
    return rows;
  }

  /** A set-up with several limits counts for each of them. */
  private static Map<String, Row> byLimit(List<Judged> cases, Function<Judged, Outcome> outcome) {
    return rows(
        cases,
        each ->
            each.right().isEmpty()
                ? List.of("none")
                : each.right().stream().map(Knob::name).toList(),
        outcome);
  }

  private static Map<String, Row> rows(
      List<Judged> cases, Function<Judged, List<String>> keys, Function<Judged, Outcome> outcome) {
    var byKey = new TreeMap<String, List<Judged>>();
    for (Judged each : cases) {
      keys.apply(each).forEach(key -> byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(each));
    }
    var rows = new TreeMap<String, Row>();
    byKey.forEach((key, some) -> rows.put(key, row(some, outcome)));
    return rows;
  }

  private static Row row(List<Judged> cases, Function<Judged, Outcome> outcome) {
    long right = cases.stream().filter(each -> outcome.apply(each) == Outcome.RIGHT).count();
    long wrong = cases.stream().filter(each -> outcome.apply(each) == Outcome.WRONG).count();
    return new Row(cases.size(), (int) right, (int) wrong, Interval.ofShare(right, cases.size()));
  }

  private record Kept(String family, PromisedGain gain) {}

  private static Promises promises(List<Judged> cases, Said.Mode mode) {
    var kept = new ArrayList<Kept>();
    for (Judged each : cases) {
      Double promised = each.said().get(mode).promised();
      Double realised = each.realised(mode);
      if (promised != null && realised != null && promised > 0 && realised > 0) {
        kept.add(new Kept(each.family(), new PromisedGain(promised, realised)));
      }
    }
    List<PromisedGain> gains = kept.stream().map(Kept::gain).toList();
    return new Promises(
        gains.size(),
        kept.isEmpty()
            ? new Interval(Double.NaN, Double.NaN, Double.NaN)
            : FamilyBootstrap.of(
                kept,
                Kept::family,
                some -> PromisedGain.bias(some.stream().map(Kept::gain).toList())),
        PromisedGain.spread(gains));
  }
}
