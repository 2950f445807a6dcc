package io.tidemark.benchmarks.lab.simulated;

import io.tidemark.benchmarks.lab.score.Forecast;
import io.tidemark.benchmarks.lab.score.SmoothedFrequencies;
import io.tidemark.ceiling.Cause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Forecasts of who does not give probabilities: by how often each cause was right where the same
 * was said of it, of cases of other families.
 */
final class Probabilities {
  private static final String RIGHT = "right";

  /** Shares of copies that count as the same; few of the last are as sure as they say. */
  private static final double[] BOUNDS = {0.02, 0.1, 0.3, 0.6, 0.85, 0.97};

  private Probabilities() {}

  /**
   * Trained on all families but that of the case, so that no case forecasts itself or its like.
   *
   * @param training may be the same cases
   * @param said a name
   */
  static List<Forecast> of(
      List<Judged> cases, List<Judged> training, Function<Judged, String> said) {
    return ofEach(cases, training, (judged, cause) -> said.apply(judged) + " for " + cause);
  }

  /**
   * @param share of the copies, by cause
   */
  static List<Forecast> ofCopies(
      List<Judged> cases, List<Judged> training, Function<Judged, Map<Cause, Double>> share) {
    return ofEach(
        cases,
        training,
        (judged, cause) -> {
          int below = Arrays.binarySearch(BOUNDS, share.apply(judged).getOrDefault(cause, 0.0));
          return String.valueOf(below < 0 ? -below - 1 : below);
        });
  }

  private static List<Forecast> ofEach(
      List<Judged> cases, List<Judged> training, BiFunction<Judged, Cause, String> said) {
    var forecasts = new ArrayList<Forecast>();
    cases.stream()
        .collect(Collectors.groupingBy(Judged::family))
        .forEach(
            (family, ofFamily) -> {
              var frequencies = new SmoothedFrequencies();
              for (Judged each : training) {
                if (!each.family().equals(family)) {
                  causes()
                      .forEach(
                          cause -> frequencies.train(said.apply(each, cause), came(each, cause)));
                }
              }
              for (Judged each : ofFamily) {
                causes()
                    .forEach(
                        cause ->
                            forecasts.add(
                                new Forecast(
                                    frequencies.probability(said.apply(each, cause), RIGHT),
                                    each.rightCauses().contains(cause))));
              }
            });
    return forecasts;
  }

  private static Set<String> came(Judged of, Cause cause) {
    return of.rightCauses().contains(cause) ? Set.of(RIGHT) : Set.of();
  }

  private static Stream<Cause> causes() {
    return Arrays.stream(Cause.values()).filter(cause -> cause != Cause.INCONCLUSIVE);
  }
}
