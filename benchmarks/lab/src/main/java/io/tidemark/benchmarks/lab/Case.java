package io.tidemark.benchmarks.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.benchmarks.lab.judge.Again;
import io.tidemark.benchmarks.lab.judge.Commit;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.score.UseReadings;
import io.tidemark.benchmarks.lab.score.UseRule;
import io.tidemark.benchmarks.lab.setup.Catalogue.Half;
import io.tidemark.benchmarks.lab.truth.Gain;
import io.tidemark.benchmarks.lab.truth.Truth;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A verdict with the truth about its set-up.
 *
 * @param limits names of the right knobs, or "none"
 * @param causes the right causes
 * @param said the cause that the verdict named
 * @param probabilities the model's probability of each cause; empty if it gave none
 * @param model commit of the model that gave them
 * @param use the cause that the USE rule finds in the same window; "" if it finds none
 * @param promised gain that the verdict promised for its cause; null if it promised none
 * @param realised largest measured gain of a knob with that cause; null if the set-up has none
 */
record Case(
    String setup,
    String family,
    Half half,
    Judged.Mode mode,
    List<String> limits,
    Set<String> causes,
    String said,
    String confidence,
    Map<String, Double> probabilities,
    Commit model,
    String use,
    Double promised,
    Double realised) {
  static final String INCONCLUSIVE = "INCONCLUSIVE";

  private static final int SHOWN = 3;

  enum Outcome {
    RIGHT,
    WRONG,
    NO_VERDICT
  }

  /**
   * @param again probabilities that a later model gives for the same windows
   */
  static Case of(Truth truth, Judged judged, Optional<Again> again, Half half) {
    return new Case(
        judged.setup(),
        judged.family(),
        half,
        judged.mode(),
        truth.label().words().toList(),
        new TreeSet<>(truth.label().causes()),
        judged.cause(),
        judged.confidence(),
        again.map(Again::causes).orElseGet(() -> probabilities(judged.report())),
        again.map(Again::commit).orElse(judged.commit()),
        window(judged).flatMap(window -> UseRule.name(UseReadings.of(window))).orElse(""),
        judged.gains().get(judged.cause()),
        realised(truth, judged.cause()));
  }

  private static Map<String, Double> probabilities(JsonNode report) {
    var byCause = new TreeMap<String, Double>();
    JsonNode told = report.path("probabilities");
    if (told.hasNonNull("untold") || report.hasNonNull("untold")) {
      return byCause;
    }
    // A diagnosis has the probabilities directly in this field.
    (told.has("causes") ? told.path("causes") : told)
        .properties()
        .forEach(each -> byCause.put(each.getKey(), each.getValue().doubleValue()));
    return byCause;
  }

  private static Double realised(Truth truth, String cause) {
    return truth.gains().stream()
        .filter(gain -> gain.causes().contains(cause))
        .map(Gain::times)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /**
   * Returns the window of a watch, or the one with the highest throughput of a search, except those
   * with a change; empty for a diagnosis.
   */
  private static Optional<JsonNode> window(Judged judged) {
    JsonNode report = judged.report();
    return judged.mode() != Judged.Mode.SEARCH
        ? Optional.of(report.path("window")).filter(JsonNode::isObject)
        : steps(report)
            .filter(step -> List.of("sweep", "verify").contains(step.path("phase").asText()))
            .map(step -> step.path("window"))
            .max(
                Comparator.comparingDouble(
                    window -> window.path("throughput").path("samplesPerSecond").asDouble()));
  }

  private static Stream<JsonNode> steps(JsonNode report) {
    return StreamSupport.stream(report.path("steps").spliterator(), false);
  }

  boolean isOf(Judged judged) {
    return judged.setup().equals(setup) && judged.mode() == mode && judged.repetition() == 0;
  }

  boolean isOf(Again again) {
    return again.setup().equals(setup) && again.mode() == mode;
  }

  Outcome outcome() {
    return outcome(said);
  }

  /** Returns the outcome of the USE rule. To find nothing is right if nothing gains. */
  Outcome useOutcome() {
    return outcome(use.isEmpty() ? INCONCLUSIVE : use);
  }

  /** Returns a line with the right causes and those that the model finds most probable. */
  String probablyInShort() {
    return "%-32s %-11s right %-34s %s"
        .formatted(
            setup,
            Shares.lower(mode),
            causes,
            probabilities.isEmpty()
                ? "not told"
                : probabilities.entrySet().stream()
                    .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                    .limit(SHOWN)
                    .map(
                        each ->
                            String.format(Locale.ROOT, "%s %.2f", each.getKey(), each.getValue()))
                    .collect(Collectors.joining(", ")));
  }

  /** Returns the highest probability that the model gives to any cause; 0 if it gave none. */
  double likeliest() {
    return probabilities.values().stream().mapToDouble(p -> p).max().orElse(0);
  }

  /**
   * Tells whether a cause with the highest probability, one of several if they are equal, is right.
   */
  boolean modelIsRight() {
    return probabilities.entrySet().stream()
        .anyMatch(each -> each.getValue() == likeliest() && causes.contains(each.getKey()));
  }

  private Outcome outcome(String cause) {
    if (causes.contains(cause)) {
      return Outcome.RIGHT;
    }
    return cause.equals(INCONCLUSIVE) ? Outcome.NO_VERDICT : Outcome.WRONG;
  }
}
