package io.tidemark.ab;

import io.tidemark.ab.AbResult.MeasureEffect;
import io.tidemark.ab.AbResult.Verdict;
import io.tidemark.judge.Finding;
import io.tidemark.judge.Metric;
import io.tidemark.measure.Amounts;
import io.tidemark.statistics.DetectableEffect;
import io.tidemark.statistics.Known;
import io.tidemark.statistics.Quantiles;
import io.tidemark.statistics.RelativeEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Computes effects and a verdict from the runs of both sides. Pure. */
final class Comparison {
  private final List<AbRun> valid;
  private final boolean alikeForEachRun;
  private final double alpha;
  private final List<String> inconclusive;

  /**
   * @param alikeForEachRun whether every run had a database with the same content
   * @param alpha error rate of this look
   * @param inconclusive reasons against a verdict that are known already
   */
  Comparison(List<AbRun> runs, boolean alikeForEachRun, double alpha, List<String> inconclusive) {
    this.alpha = alpha;
    this.valid = runs.stream().filter(AbRun::valid).toList();
    this.alikeForEachRun = alikeForEachRun;
    this.inconclusive = new ArrayList<>(inconclusive);
    if (this.inconclusive.isEmpty()) {
      judgeRuns();
    }
  }

  private void judgeRuns() {
    int pairs = values(Measure.THROUGHPUT).size();
    if (pairs < RelativeEffect.MIN_PAIRS) {
      inconclusive.add(
          "%d pairs of valid runs, at least %d are needed"
              .formatted(pairs, RelativeEffect.MIN_PAIRS));
      return;
    }
    if (valid.stream().mapToLong(AbRun::sourceSamples).distinct().count() > 1) {
      inconclusive.add("the runs did not read the same number of source samples");
    }
    trendAgainst(Measure.THROUGHPUT).ifPresent(inconclusive::add);
  }

  /** Returns why the runs' difference in this measure may be a trend; empty if it is none. */
  private Optional<String> trendAgainst(Measure measure) {
    RunOrderTrend trend = trend(measure);
    var effect = relative(values(measure));
    if (alikeForEachRun || !effect.showsDifference() || !trend.couldExplain(effect.effect())) {
      return Optional.empty();
    }
    return Optional.of(
        "%s %s by %s from run to run (p=%s), which may be the difference: the database is not the same for all of them; compare on one that Tidemark starts, or after it has settled"
            .formatted(
                measure.title(),
                trend.score() > 0 ? "rises" : "falls",
                Amounts.percentTenths(Math.abs(Math.expm1(trend.perRun()))),
                Amounts.pValue(trend.pValue())));
  }

  List<String> inconclusive() {
    return List.copyOf(inconclusive);
  }

  RunOrderTrend trend() {
    return trend(Measure.THROUGHPUT);
  }

  private RunOrderTrend trend(Measure measure) {
    return RunOrderTrend.of(each(measure, Arm.A), each(measure, Arm.B));
  }

  /**
   * Returns what the pairs show of one metric.
   *
   * @param missing why a metric that no pair measured was not
   */
  Finding find(Metric metric, String missing) {
    Measure measure = Measure.of(metric);
    List<Pair> pairs = values(measure);
    int most = values(Measure.THROUGHPUT).size();
    if (!inconclusive.isEmpty()) {
      return Finding.missing(metric, measure.unit(), inconclusive.get(0));
    }
    if (pairs.size() < most) {
      String some = "only %d of %d pairs measured it".formatted(pairs.size(), most);
      return Finding.missing(metric, measure.unit(), pairs.isEmpty() ? missing : some);
    }
    return Finding.of(
        metric,
        measure.unit(),
        of(pairs, Pair::a),
        of(pairs, Pair::b),
        alpha,
        trendAgainst(measure));
  }

  /** Returns the effects of all measures that at least one run of each side has. */
  List<MeasureEffect> effects() {
    return Arrays.stream(Measure.values()).map(this::effect).filter(Objects::nonNull).toList();
  }

  private MeasureEffect effect(Measure measure) {
    List<Pair> pairs = values(measure);
    if (pairs.isEmpty()) {
      return null;
    }
    var effect = relative(pairs);
    double[] a = of(pairs, Pair::a);
    double[] b = of(pairs, Pair::b);
    Double detectable = pairs.size() > 1 ? Known.finite(DetectableEffect.of(a, b, alpha)) : null;
    return new MeasureEffect(
        measure.title(),
        measure.unit(),
        Quantiles.median(a),
        Quantiles.median(b),
        effect.effect(),
        effect.low() == -1 ? null : Known.finite(effect.low()),
        Known.finite(effect.high()),
        effect.pValue(),
        detectable);
  }

  private RelativeEffect relative(List<Pair> pairs) {
    return RelativeEffect.of(of(pairs, Pair::a), of(pairs, Pair::b), alpha);
  }

  /**
   * Tells whether the runs already show what was asked for.
   *
   * @param metric metric of which an effect is to be detected
   * @param look number of this look, from 1
   * @param perPair time that one pair takes
   * @param left time that is left for more pairs
   */
  Detection.Next look(
      Detection detection, Metric metric, int look, Duration perPair, Duration left) {
    List<Pair> pairs = values(Measure.of(metric));
    if (pairs.isEmpty()) {
      return new Detection.Next(false, 0, metric.words() + " was not measured");
    }
    return detection.after(look, of(pairs, Pair::a), of(pairs, Pair::b), perPair, left);
  }

  Verdict verdict() {
    if (!inconclusive.isEmpty()) {
      return Verdict.INCONCLUSIVE;
    }
    var effect = relative(values(Measure.THROUGHPUT));
    if (!effect.showsDifference()) {
      return Verdict.NO_DIFFERENCE_SHOWN;
    }
    return effect.effect() > 0 ? Verdict.B_FASTER : Verdict.A_FASTER;
  }

  String sentence() {
    if (!inconclusive.isEmpty()) {
      return "No verdict: " + String.join("; ", inconclusive) + ".";
    }
    MeasureEffect throughput = effect(Measure.THROUGHPUT);
    String interval =
        "%s to %s, p=%s"
            .formatted(
                percent(throughput.low()),
                percent(throughput.high()),
                Amounts.pValue(throughput.pValue()));
    return switch (verdict()) {
      case B_FASTER, A_FASTER ->
          "B writes %s samples/s than A (%s).".formatted(more(throughput.effect()), interval);
      default ->
          "No difference was shown: B over A is %s (%s); %s."
              .formatted(
                  percent(throughput.effect()),
                  interval,
                  detectable(throughput.minimumDetectableEffect()));
    };
  }

  private static String detectable(Double share) {
    return share == null || Double.isInfinite(100 * share)
        ? "these are too few pairs to detect any"
        : "a difference of %s would probably have been detected"
            .formatted(Amounts.percentTenths(share));
  }

  private static String more(double effect) {
    return Amounts.percentTenths(Math.abs(effect)) + (effect > 0 ? " more" : " fewer");
  }

  static String percent(Double share) {
    return share == null ? "open" : Amounts.change(share);
  }

  /** The values of two runs in a row, one of each side. */
  private record Pair(double a, double b) {}

  /** Returns the values of all pairs whose two runs are valid and measured this. */
  private List<Pair> values(Measure measure) {
    var byPlace = new TreeMap<Integer, AbRun>();
    valid.forEach(run -> byPlace.put(run.place(), run));
    var pairs = new ArrayList<Pair>();
    for (int place : byPlace.keySet()) {
      AbRun first = byPlace.get(place);
      AbRun second = byPlace.get(place + 1);
      boolean isPair = place % 2 == 1 && second != null;
      Double one = measure.of(first);
      Double other = isPair ? measure.of(second) : null;
      if (one != null && other != null) {
        pairs.add(first.arm() == Arm.A ? new Pair(one, other) : new Pair(other, one));
      }
    }
    return pairs;
  }

  private static double[] of(List<Pair> pairs, ToDoubleFunction<Pair> side) {
    return pairs.stream().mapToDouble(side).toArray();
  }

  private double[] each(Measure measure, Arm arm) {
    return valid.stream()
        .filter(run -> run.arm() == arm)
        .sorted(Comparator.comparingInt(AbRun::place))
        .map(measure::of)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
