package io.tidemark.benchmarks.simulated;

import io.tidemark.benchmarks.lab.score.LogisticMap;
import io.tidemark.benchmarks.lab.score.SmoothedFrequencies;
import io.tidemark.ceiling.Cause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Probabilities of each cause of each case, trained on all families but that of the case, so that
 * no case forecasts itself or its like.
 */
final class Probabilities {
  private static final String RIGHT = "right";

  /** Shares of copies that count as the same; few of the last are as sure as they say. */
  private static final double[] BOUNDS = {0.02, 0.1, 0.3, 0.6, 0.85, 0.97};

  private Probabilities() {}

  /** Who gives probabilities to causes, from 0 to 1. */
  interface Giver {
    Map<Cause, Double> of(Said said);

    private double of(Judged judged, Said.Mode mode, Cause cause) {
      return of(judged.said().get(mode)).getOrDefault(cause, 0.0);
    }
  }

  /** What somebody gives to each cause of a case. */
  record Given(Judged judged, Map<Cause, Double> probabilities) {
    /** That of the highest probability; of equal ones the first. */
    Cause leading() {
      return causes().max(Comparator.comparingDouble(this::of)).orElseThrow();
    }

    double of(Cause cause) {
      return probabilities.get(cause);
    }

    boolean isRight() {
      return judged.rightCauses().contains(leading());
    }
  }

  /** How often each cause was right where the same was said of it. */
  static List<Given> of(List<Judged> cases, List<Judged> training, Function<Judged, String> said) {
    return byFrequency(cases, training, (judged, cause) -> said.apply(judged) + " for " + cause);
  }

  /**
   * @param share of the copies, by cause
   */
  static List<Given> ofCopies(
      List<Judged> cases, List<Judged> training, Function<Judged, Map<Cause, Double>> share) {
    return byFrequency(
        cases,
        training,
        (judged, cause) -> {
          int below = Arrays.binarySearch(BOUNDS, share.apply(judged).getOrDefault(cause, 0.0));
          return String.valueOf(below < 0 ? -below - 1 : below);
        });
  }

  /** As they are given. */
  static List<Given> raw(List<Judged> cases, Said.Mode mode, Giver giver) {
    return cases.stream().map(each -> given(each, cause -> giver.of(each, mode, cause))).toList();
  }

  /** Of one who gives them, or of several together, by a map that all causes share. */
  static List<Given> mapped(
      List<Judged> cases, List<Judged> training, Said.Mode mode, List<Giver> givers) {
    return byFamily(
        cases,
        training,
        others -> {
          LogisticMap map = map(others, mode, givers);
          return (judged, cause) -> map.probability(given(judged, mode, cause, givers));
        });
  }

  /** Trained on what was said of all of them in this mode. */
  static LogisticMap map(List<Judged> training, Said.Mode mode, List<Giver> givers) {
    var events = new ArrayList<LogisticMap.Event>();
    for (Judged each : training) {
      causes()
          .forEach(
              cause ->
                  events.add(
                      new LogisticMap.Event(
                          given(each, mode, cause, givers), each.rightCauses().contains(cause))));
    }
    return LogisticMap.trained(events, givers.size());
  }

  private static double[] given(Judged judged, Said.Mode mode, Cause cause, List<Giver> givers) {
    return givers.stream().mapToDouble(each -> each.of(judged, mode, cause)).toArray();
  }

  private static List<Given> byFrequency(
      List<Judged> cases, List<Judged> training, BiFunction<Judged, Cause, String> said) {
    return byFamily(
        cases,
        training,
        others -> {
          var frequencies = new SmoothedFrequencies();
          for (Judged each : others) {
            causes()
                .forEach(cause -> frequencies.train(said.apply(each, cause), came(each, cause)));
          }
          return (judged, cause) -> frequencies.probability(said.apply(judged, cause), RIGHT);
        });
  }

  /**
   * @param trained what cases of other families make of it
   */
  private static List<Given> byFamily(
      List<Judged> cases,
      List<Judged> training,
      Function<List<Judged>, BiFunction<Judged, Cause, Double>> trained) {
    var all = new ArrayList<Given>();
    cases.stream()
        .collect(Collectors.groupingBy(Judged::family))
        .forEach(
            (family, ofFamily) -> {
              BiFunction<Judged, Cause, Double> probability =
                  trained.apply(
                      training.stream().filter(each -> !each.family().equals(family)).toList());
              for (Judged each : ofFamily) {
                all.add(given(each, cause -> probability.apply(each, cause)));
              }
            });
    return all;
  }

  private static Given given(Judged judged, Function<Cause, Double> probability) {
    var probabilities = new EnumMap<Cause, Double>(Cause.class);
    causes().forEach(cause -> probabilities.put(cause, probability.apply(cause)));
    return new Given(judged, probabilities);
  }

  private static Set<String> came(Judged of, Cause cause) {
    return of.rightCauses().contains(cause) ? Set.of(RIGHT) : Set.of();
  }

  static Stream<Cause> causes() {
    return Arrays.stream(Cause.values()).filter(cause -> cause != Cause.INCONCLUSIVE);
  }
}
