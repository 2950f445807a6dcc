package io.tidemark.ab;

import io.tidemark.ab.AbResult.MeasureEffect;
import io.tidemark.ab.AbResult.Verdict;
import io.tidemark.statistics.DetectableEffect;
import io.tidemark.statistics.Quantiles;
import io.tidemark.statistics.RelativeEffect;
import io.tidemark.statistics.RunOrderTrend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;

/** From the runs of both sides to effects and a verdict. Pure. */
final class Comparison {
  /** The smallest effect is drawn from simulated runs; the same runs give the same number. */
  private static final long SEED = 20_261_121;

  private final List<AbRun> valid;
  private final boolean ownStore;
  private final List<String> inconclusive;

  /**
   * @param ownStore whether every run had a database with the same content
   * @param inconclusive what is known already to stand against a verdict
   */
  Comparison(List<AbRun> runs, boolean ownStore, List<String> inconclusive) {
    this.valid = runs.stream().filter(AbRun::valid).toList();
    this.ownStore = ownStore;
    this.inconclusive = new ArrayList<>(inconclusive);
    if (this.inconclusive.isEmpty()) {
      judgeRuns();
    }
  }

  private void judgeRuns() {
    for (Arm arm : Arm.values()) {
      int runs = values(arm, Measure.THROUGHPUT).length;
      if (runs < RelativeEffect.MIN_RUNS) {
        inconclusive.add(
            "%d valid runs of %s, at least %d are needed"
                .formatted(runs, arm, RelativeEffect.MIN_RUNS));
      }
    }
    if (valid.stream().mapToLong(AbRun::sourceSamples).distinct().count() > 1) {
      inconclusive.add("the runs did not read the same number of source samples");
    }
    RunOrderTrend trend = trend();
    if (!ownStore && trend.showsTrend()) {
      inconclusive.add(
          "throughput %s with the order of the runs (p=%.3f): the database is not the same for all of them; compare on one that Tidemark starts, or after it has settled"
              .formatted(trend.score() > 0 ? "rises" : "falls", trend.pValue()));
    }
  }

  List<String> inconclusive() {
    return List.copyOf(inconclusive);
  }

  RunOrderTrend trend() {
    return RunOrderTrend.of(values(Arm.A, Measure.THROUGHPUT), values(Arm.B, Measure.THROUGHPUT));
  }

  /** All that at least one run of each side has measured. */
  List<MeasureEffect> effects() {
    return Arrays.stream(Measure.values()).map(this::effect).filter(Objects::nonNull).toList();
  }

  private MeasureEffect effect(Measure measure) {
    double[] a = values(Arm.A, measure);
    double[] b = values(Arm.B, measure);
    if (a.length == 0 || b.length == 0) {
      return null;
    }
    var effect = RelativeEffect.of(a, b);
    Double detectable =
        a.length + b.length > 2
            ? finite(DetectableEffect.of(a, b, new SplittableRandom(SEED)))
            : null;
    return new MeasureEffect(
        measure.title(),
        measure.unit(),
        Quantiles.median(a),
        Quantiles.median(b),
        effect.effect(),
        effect.low() == -1 ? null : finite(effect.low()),
        finite(effect.high()),
        effect.pValue(),
        detectable);
  }

  Verdict verdict() {
    if (!inconclusive.isEmpty()) {
      return Verdict.INCONCLUSIVE;
    }
    var effect =
        RelativeEffect.of(values(Arm.A, Measure.THROUGHPUT), values(Arm.B, Measure.THROUGHPUT));
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
                String.format(Locale.ROOT, "%.3f", throughput.pValue()));
    return switch (verdict()) {
      case B_FASTER, A_FASTER ->
          "B writes %s samples/s than A (%s).".formatted(more(throughput.effect()), interval);
      default ->
          "No difference was shown: B over A is %s (%s); such runs would have shown %s."
              .formatted(
                  percent(throughput.effect()),
                  interval,
                  percent(throughput.minimumDetectableEffect()));
    };
  }

  private static String more(double effect) {
    return String.format(
        Locale.ROOT, "%.1f %% %s", 100 * Math.abs(effect), effect > 0 ? "more" : "fewer");
  }

  static String percent(Double share) {
    return share == null ? "unbounded" : String.format(Locale.ROOT, "%+.1f %%", 100 * share);
  }

  private double[] values(Arm arm, Measure measure) {
    return valid.stream()
        .filter(run -> run.arm() == arm)
        .map(measure::of)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
