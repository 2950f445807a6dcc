package io.tidemark.benchmarks.simulated;

import io.tidemark.benchmarks.lab.score.Forecast;
import io.tidemark.benchmarks.lab.score.Interval;
import io.tidemark.benchmarks.simulated.Probabilities.Given;
import io.tidemark.ceiling.Cause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How well somebody forecasts causes, each an event of its own.
 *
 * @param right share of the cases in which the cause of the highest probability is right
 * @param likely cases in which that is given at 0.6 or more
 * @param sure at 0.85 or more
 * @param bins events by the probability that they were given
 */
record Judge(Interval right, Stated likely, Stated sure, double brier, double log, List<Bin> bins) {
  private static final double LIKELY = 0.6;
  private static final double SURE = 0.85;
  private static final double[] BOUNDS = {0, 0.05, 0.2, 0.4, LIKELY, SURE, 1};

  /** An interval of fewer says nothing: they are added to the next bin. */
  private static final int FEWEST = 20;

  private static final List<Probabilities.Giver> STACKED = List.of(Said::model, Said::copies);

  record Stated(int cases, Interval right) {}

  /**
   * @param mean probability that was given
   * @param observed share of these that came
   */
  record Bin(double from, double to, int events, double mean, Interval observed) {
    /** Whether it holds what it says. */
    boolean holds() {
      return observed.low() <= mean && mean <= observed.high();
    }
  }

  static Judge of(List<Given> given) {
    List<Forecast> forecasts =
        given.stream()
            .flatMap(
                each ->
                    Probabilities.causes()
                        .map(
                            cause ->
                                new Forecast(
                                    each.of(cause), each.judged().rightCauses().contains(cause))))
            .toList();
    return new Judge(
        stated(given, 0).right,
        stated(given, LIKELY),
        stated(given, SURE),
        Forecast.brier(forecasts),
        Forecast.logScore(forecasts),
        bins(forecasts));
  }

  /** Everybody on the same cases, trained on the same other families. */
  static Map<String, Judge> all(List<Judged> cases, List<Judged> training, Said.Mode mode) {
    Function<Judged, Map<Cause, Double>> copies = each -> each.said().get(mode).copies();
    var all = new LinkedHashMap<String, Judge>();
    all.put(
        "rules",
        of(
            Probabilities.of(
                cases,
                training,
                each -> each.said().get(mode).cause() + " " + each.said().get(mode).confidence())));
    all.put("use", of(Probabilities.of(cases, training, each -> each.said().get(mode).use())));
    all.put("perturbed copies", of(Probabilities.ofCopies(cases, training, copies)));
    all.put("posterior, raw", of(Probabilities.raw(cases, mode, Said::model)));
    all.put("posterior", of(Probabilities.mapped(cases, training, mode, List.of(Said::model))));
    all.put("stacked", of(Probabilities.mapped(cases, training, mode, STACKED)));
    all.put("base rates", of(Probabilities.of(cases, training, each -> "anything")));
    return all;
  }

  /** Numbers of the model's map in this mode, of all cases: a, then b. */
  static double[] map(List<Judged> training, Said.Mode mode) {
    return Probabilities.map(training, mode, List.of(Said::model)).numbers();
  }

  private static Stated stated(List<Given> given, double from) {
    List<Given> some = given.stream().filter(each -> each.of(each.leading()) >= from).toList();
    long right = some.stream().filter(Given::isRight).count();
    return new Stated(some.size(), Interval.ofShare(right, some.size()));
  }

  private static List<Bin> bins(List<Forecast> forecasts) {
    var bins = new ArrayList<Bin>();
    double from = BOUNDS[0];
    for (int i = 1; i < BOUNDS.length; i++) {
      double low = from;
      double to = BOUNDS[i];
      boolean last = i == BOUNDS.length - 1;
      List<Forecast> some =
          forecasts.stream()
              .filter(each -> each.probability() >= low && (each.probability() < to || last))
              .toList();
      if (some.size() >= FEWEST || last && !some.isEmpty()) {
        long came = some.stream().filter(Forecast::came).count();
        bins.add(
            new Bin(
                low,
                to,
                some.size(),
                some.stream().mapToDouble(Forecast::probability).average().orElseThrow(),
                Interval.ofShare(came, some.size())));
        from = to;
      }
    }
    return bins;
  }
}
