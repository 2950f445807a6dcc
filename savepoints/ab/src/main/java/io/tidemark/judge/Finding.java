package io.tidemark.judge;

import io.tidemark.statistics.DetectableEffect;
import io.tidemark.statistics.Known;
import io.tidemark.statistics.Quantiles;
import io.tidemark.statistics.RelativeEffect;
import java.util.Optional;

/**
 * The comparison of one metric over all pairs of valid runs. Effects are relative, B over A: 0.05
 * is 5 % more. A value that was not measured, or is unbounded, is null.
 *
 * @param a the median of A's runs
 * @param low the lower end of the interval at the error rate of the judgement
 * @param minimumDetectableEffect the smallest effect that such pairs would have shown in 80 of 100
 *     comparisons
 * @param different whether a difference is shown
 * @param untold why nothing can be told of this metric; null if it can
 */
public record Finding(
    Metric metric,
    String unit,
    Double a,
    Double b,
    Double effect,
    Double low,
    Double high,
    Double pValue,
    Double minimumDetectableEffect,
    int pairs,
    boolean different,
    String untold) {

  /** Returns the finding on a metric that was not measured. */
  public static Finding missing(Metric metric, String unit, String why) {
    return new Finding(metric, unit, null, null, null, null, null, null, null, 0, false, why);
  }

  /**
   * @param a A's value in each pair
   * @param b B's value in each pair
   * @param alpha the error rate
   * @param against what makes the pairs unfit to be compared; empty if nothing does
   */
  public static Finding of(
      Metric metric, String unit, double[] a, double[] b, double alpha, Optional<String> against) {
    var effect = RelativeEffect.of(a, b, alpha);
    String untold =
        against.orElse(
            isUnbounded(effect)
                ? "%d pairs are too few for an interval".formatted(a.length)
                : null);
    return new Finding(
        metric,
        unit,
        Quantiles.median(a),
        Quantiles.median(b),
        effect.effect(),
        effect.low() == -1 ? null : effect.low(),
        Known.finite(effect.high()),
        effect.pValue(),
        a.length > 1 ? Known.finite(DetectableEffect.of(a, b, alpha)) : null,
        a.length,
        untold == null && effect.showsDifference(),
        untold);
  }

  private static boolean isUnbounded(RelativeEffect effect) {
    return effect.low() == -1 || Double.isInfinite(effect.high());
  }

  boolean isTold() {
    return untold == null;
  }

  /** Returns the largest effect, in either direction, that the interval allows. */
  double within() {
    return Math.max(Math.abs(low), Math.abs(high));
  }
}
