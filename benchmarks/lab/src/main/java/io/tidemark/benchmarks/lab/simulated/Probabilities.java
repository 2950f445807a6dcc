package io.tidemark.benchmarks.lab.simulated;

import io.tidemark.benchmarks.lab.score.Forecast;
import io.tidemark.benchmarks.lab.score.SmoothedFrequencies;
import io.tidemark.ceiling.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Forecasts of who only names: by how often each cause was right where that was said, of cases of
 * other families.
 */
final class Probabilities {
  private Probabilities() {}

  /**
   * Trained on all families but that of the case, so that no case forecasts itself or its like.
   *
   * @param training may be the same cases
   */
  static List<Forecast> of(
      List<Judged> cases, List<Judged> training, Function<Judged, String> said) {
    var forecasts = new ArrayList<Forecast>();
    cases.stream()
        .collect(Collectors.groupingBy(Judged::family))
        .forEach(
            (family, ofFamily) -> {
              var frequencies = new SmoothedFrequencies();
              training.stream()
                  .filter(each -> !each.family().equals(family))
                  .forEach(each -> frequencies.train(said.apply(each), names(each)));
              for (Judged each : ofFamily) {
                for (Cause cause : Cause.values()) {
                  if (cause != Cause.INCONCLUSIVE) {
                    double probability = frequencies.probability(said.apply(each), cause.name());
                    forecasts.add(new Forecast(probability, each.rightCauses().contains(cause)));
                  }
                }
              }
            });
    return forecasts;
  }

  private static Set<String> names(Judged of) {
    return of.rightCauses().stream().map(Cause::name).collect(Collectors.toSet());
  }
}
