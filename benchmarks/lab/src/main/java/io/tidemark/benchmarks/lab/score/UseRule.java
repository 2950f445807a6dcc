package io.tidemark.benchmarks.lab.score;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The USE method as a plain rule, which reads utilisation, saturation and errors of every resource
 * (Brendan Gregg, "Thinking methodically about performance", ACM Queue 2012). Verdicts have to be
 * better than this.
 */
public final class UseRule {
  private static final double BUSY = 0.8;

  private UseRule() {}

  /**
   * A resource as it was observed. A value that was not observed is null.
   *
   * @param name the cause that names it
   * @param utilisation share of its time in use, 0 to 1
   * @param saturation share of the time, or of the requests, that waited for it
   * @param errors share of the requests that failed because of it
   */
  public record Resource(String name, Double utilisation, Double saturation, Double errors) {}

  /**
   * Returns the resource with the highest utilisation above 0.8, or else with the most saturation,
   * or else with the most errors.
   */
  public static Optional<String> name(List<Resource> observed) {
    return most(observed, Resource::utilisation, BUSY)
        .or(() -> most(observed, Resource::saturation, 0))
        .or(() -> most(observed, Resource::errors, 0));
  }

  /** Returns the first of the resources with the highest value. */
  private static Optional<String> most(
      List<Resource> observed, Function<Resource, Double> signal, double above) {
    return observed.stream()
        .filter(each -> signal.apply(each) != null && signal.apply(each) > above)
        .max(Comparator.comparing(signal))
        .map(
            best ->
                observed.stream()
                    .filter(each -> signal.apply(best).equals(signal.apply(each)))
                    .findFirst()
                    .orElse(best)
                    .name());
  }
}
