package io.tidemark.benchmarks.lab.score;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a plain reading of the signals says: for every resource, utilisation, saturation, errors
 * (Brendan Gregg, "Thinking methodically about performance", ACM Queue 2012). Whatever decides has
 * to be better than this.
 */
public final class UseRule {
  private static final double BUSY = 0.8;

  private UseRule() {}

  /**
   * One resource as it was observed. What was not is null.
   *
   * @param name the cause that names it
   * @param utilisation 0 to 1
   * @param saturation share of the time, or of the requests, that waited for it
   * @param errors share of the requests that failed for it
   */
  public record Resource(String name, Double utilisation, Double saturation, Double errors) {}

  /** That of the highest utilisation above 0.8; else of the most saturation; else of errors. */
  public static Optional<String> name(List<Resource> observed) {
    return most(observed, Resource::utilisation, BUSY)
        .or(() -> most(observed, Resource::saturation, 0))
        .or(() -> most(observed, Resource::errors, 0));
  }

  /** The first of those that have as much. */
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
