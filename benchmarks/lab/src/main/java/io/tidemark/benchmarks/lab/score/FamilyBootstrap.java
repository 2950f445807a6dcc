package io.tidemark.benchmarks.lab.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Computes intervals by resampling families instead of cases. The cases of a family are alike, so
 * four of them are not four independent ones (Davison, Hinkley: "Bootstrap Methods and their
 * Application", 1997, section 3.8: resample the clusters).
 */
public final class FamilyBootstrap {
  private static final int RESAMPLES = 2_000;
  private static final long SEED = 33;

  private FamilyBootstrap() {}

  /**
   * @param cases at least one case
   * @param statistic statistic of some cases; NaN if they are too few for it
   */
  public static <T> Interval of(
      List<T> cases, Function<T, String> family, ToDoubleFunction<List<T>> statistic) {
    Map<String, List<T>> byFamily = new LinkedHashMap<>();
    cases.forEach(
        each -> byFamily.computeIfAbsent(family.apply(each), key -> new ArrayList<>()).add(each));
    List<List<T>> families = List.copyOf(byFamily.values());
    var random = new SplittableRandom(SEED);
    var values = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      var resampled = new ArrayList<T>();
      for (int k = 0; k < families.size(); k++) {
        resampled.addAll(families.get(random.nextInt(families.size())));
      }
      values[i] = statistic.applyAsDouble(resampled);
    }
    double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
    double value = statistic.applyAsDouble(cases);
    return sorted.length == 0
        ? new Interval(value, Double.NaN, Double.NaN)
        : new Interval(value, quantile(sorted, 0.025), quantile(sorted, 0.975));
  }

  private static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }
}
