package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.score.Forecast;
import io.tidemark.benchmarks.lab.score.SmoothedFrequencies;
import io.tidemark.benchmarks.lab.setup.Catalogue.Half;
import io.tidemark.ceiling.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Makes each cause of each case an event with the probability that it was given. */
final class Scores {
  static final double LIKELY = 0.6;
  static final double SURE = 0.85;

  private final LabCases cases;

  Scores(LabCases cases) {
    this.cases = cases;
  }

  static List<String> events() {
    return Stream.of(Cause.values())
        .filter(cause -> cause != Cause.INCONCLUSIVE)
        .map(Cause::name)
        .toList();
  }

  /** Returns the model's forecasts; the base rates where the model gives none. */
  List<Forecast> ofModel(List<Case> some) {
    List<Forecast> baseRates = baseRates(some);
    var forecasts = new ArrayList<Forecast>();
    for (Case each : some) {
      for (String event : events()) {
        Forecast baseRate = baseRates.get(forecasts.size());
        forecasts.add(
            each.probabilities().isEmpty()
                ? baseRate
                : new Forecast(
                    each.probabilities().getOrDefault(event, 0.0), each.causes().contains(event)));
      }
    }
    return forecasts;
  }

  List<Forecast> baseRates(List<Case> some) {
    return byFrequency(some, each -> "anything");
  }

  /**
   * Returns forecasts from the frequencies in the training half, without the family that is judged.
   */
  List<Forecast> byFrequency(List<Case> some, Function<Case, String> said) {
    var forecasts = new ArrayList<Forecast>();
    for (Case each : some) {
      var frequencies = new SmoothedFrequencies();
      cases.select(each.mode(), Half.TRAINING).stream()
          .filter(trained -> !trained.family().equals(each.family()))
          .forEach(trained -> frequencies.train(said.apply(trained), trained.causes()));
      for (String event : events()) {
        forecasts.add(
            new Forecast(
                frequencies.probability(said.apply(each), event), each.causes().contains(event)));
      }
    }
    return forecasts;
  }

  /** Returns a line about the model's probabilities in a half. */
  String inShort(Judged.Mode mode, Half half) {
    List<Case> some = cases.select(mode, half);
    return String.format(
        Locale.ROOT,
        "%s, %s: of %d, %d are told, the leading cause is right in %d; at least %.1f: %d, right %d; at least %.2f: %d, right %d; Brier %.4f",
        Shares.lower(mode),
        Shares.lower(half),
        some.size(),
        given(some, Double.MIN_VALUE).size(),
        right(given(some, Double.MIN_VALUE)),
        LIKELY,
        given(some, LIKELY).size(),
        right(given(some, LIKELY)),
        SURE,
        given(some, SURE).size(),
        right(given(some, SURE)),
        Forecast.brier(ofModel(some)));
  }

  static List<Case> given(List<Case> some, double least) {
    return some.stream().filter(each -> each.likeliest() >= least).toList();
  }

  private static long right(List<Case> given) {
    return given.stream().filter(Case::modelIsRight).count();
  }
}
