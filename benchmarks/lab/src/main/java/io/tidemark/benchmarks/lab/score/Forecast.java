package io.tidemark.benchmarks.lab.score;

import java.util.List;

/**
 * The probability that was given to an event, and whether the event came true. Each cause of each
 * case is an event of its own, because several may be right at the same time.
 *
 * @param probability probability, 0 to 1
 */
public record Forecast(double probability, boolean came) {
  /** Lower bound of probabilities in the logarithmic score, where 0 would cost infinitely much. */
  private static final double LEAST = 1e-6;

  public Forecast {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "a probability is between 0 and 1 [probability=%s]".formatted(probability));
    }
  }

  /**
   * Returns the mean squared error (G. W. Brier, "Verification of forecasts expressed in terms of
   * probability", Monthly Weather Review 78, 1950) of one class per event. This is half of Brier's
   * own score, which adds the error of the opposite class.
   */
  public static double brier(List<Forecast> forecasts) {
    return forecasts.stream()
        .mapToDouble(each -> Math.pow(each.probability - (each.came ? 1 : 0), 2))
        .average()
        .orElse(Double.NaN);
  }

  /**
   * Returns the mean of −ln of the probability of what came true (I. J. Good, 1952); less is
   * better.
   */
  public static double logScore(List<Forecast> forecasts) {
    return forecasts.stream()
        .mapToDouble(
            each -> -Math.log(Math.max(LEAST, each.came ? each.probability : 1 - each.probability)))
        .average()
        .orElse(Double.NaN);
  }
}
