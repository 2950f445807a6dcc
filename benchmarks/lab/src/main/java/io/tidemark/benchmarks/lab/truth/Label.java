package io.tidemark.benchmarks.lab.truth;

import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The right answers for a set-up: all knobs that gain at least 1.2 times and within 10 % as much as
 * the best. There may be several, or none.
 *
 * @param right names of the right knobs
 * @param causes causes that promise their gains; if nothing gains, the causes that say so
 * @param counts whether verdicts may be judged by this label
 * @param why why not
 */
public record Label(List<String> right, List<String> causes, boolean counts, String why) {
  private static final double WORTH_IT = 1.2;
  private static final double ALIKE = 1.1;

  /** The factor that a gain may have had on a larger host, if the doubled state filled this one. */
  private static final double TWICE = 2;

  private static final double IDLE = 0.4;

  /** The causes that say that nothing limits the throughput, or that the limit is unknown. */
  static final List<String> NOTHING = List.of("NONE_REACHED", "INCONCLUSIVE");

  /**
   * @param idle mean idle share of the host over the windows of the unchanged set-up, 0 to 1
   * @param colocated whether the host is full on purpose
   */
  static Label of(List<Gain> gains, double idle, boolean colocated) {
    List<String> right = right(gains, Gain::times);
    List<String> causes = causes(gains, right);
    if (idle < IDLE && !colocated) {
      return new Label(
          right,
          causes,
          false,
          "the host was only %.0f %% idle, 40 are needed for something to be doubled"
              .formatted(100 * idle));
    }
    // Each gain that the host bounded may be larger than measured, whether the others are or not.
    for (Gain bounded : gains.stream().filter(Gain::lowerBound).toList()) {
      List<String> raised =
          right(gains, gain -> gain == bounded ? Math.max(TWICE, gain.times()) : gain.times());
      if (!raised.equals(right)) {
        return new Label(
            right,
            causes,
            false,
            "it hangs on %s, whose doubled state filled the host".formatted(bounded.knob()));
      }
    }
    return new Label(right, causes, true, "");
  }

  private static List<String> right(List<Gain> gains, ToDoubleFunction<Gain> times) {
    double best = gains.stream().mapToDouble(times).max().orElse(1);
    return gains.stream()
        .filter(gain -> times.applyAsDouble(gain) >= Math.max(WORTH_IT, best / ALIKE))
        .map(Gain::knob)
        .toList();
  }

  private static List<String> causes(List<Gain> gains, List<String> right) {
    return right.isEmpty()
        ? NOTHING
        : gains.stream()
            .filter(gain -> right.contains(gain.knob()))
            .map(Gain::causes)
            .flatMap(Collection::stream)
            .distinct()
            .sorted()
            .toList();
  }

  /** Returns the words for a line of output. */
  public Stream<String> words() {
    return right.isEmpty() ? Stream.of("none") : right.stream();
  }
}
