package io.tidemark.benchmarks.lab.score;

import java.util.List;

/**
 * The probability that was given to an event, and whether it came: each cause of each case is an
 * event of its own, as several may be right at once.
 *
 * @param probability 0 to 1
 */
public record Forecast(double probability, boolean came) {
  /** What is given no chance would cost without end. */
  private static final double LEAST = 1e-6;

  public Forecast {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "a probability is between 0 and 1 [probability=%s]".formatted(probability));
    }
  }

  /**
   * Mean squared error (G. W. Brier, "Verification of forecasts expressed in terms of probability",
   * Monthly Weather Review 78, 1950), of one class of each event: half of Brier's own figure, which
   * adds that of its contrary.
   */
  public static double brier(List<Forecast> forecasts) {
    return forecasts.stream()
        .mapToDouble(each -> Math.pow(each.probability - (each.came ? 1 : 0), 2))
        .average()
        .orElse(Double.NaN);
  }

  /** Mean of −ln of the probability of what came (I. J. Good, 1952): less is better. */
  public static double logScore(List<Forecast> forecasts) {
    return forecasts.stream()
        .mapToDouble(
            each -> -Math.log(Math.max(LEAST, each.came ? each.probability : 1 - each.probability)))
        .average()
        .orElse(Double.NaN);
  }
}
