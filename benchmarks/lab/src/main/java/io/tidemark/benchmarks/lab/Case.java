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
 * A verdict beside what was measured.
 *
 * @param limits knobs that are right, or "none"
 * @param causes that are right
 * @param said the cause that was named
 * @param probabilities of the model's, by cause; empty where it said nothing
 * @param model the commit that has it
 * @param use what a plain rule makes of the same window; "" for nothing
 * @param promised what the first cause was to gain; null if nothing was promised
 * @param realised the most that a knob of that cause gained; null if the set-up has none
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
   * @param again what a later model makes of the same windows
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
    // A diagnosis has them as they are.
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
   * A watch has one, a diagnosis none; of a search the one that wrote most, without what was
   * changed to prove something.
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

  /** Who sees nothing, where nothing gains, is right. */
  Outcome useOutcome() {
    return outcome(use.isEmpty() ? INCONCLUSIVE : use);
  }

  /** What is right, and what the model finds most probable. */
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

  /** What the model gives to the cause that it gives most; 0 where it said nothing. */
  double likeliest() {
    return probabilities.values().stream().mapToDouble(p -> p).max().orElse(0);
  }

  /** Whether a cause that the model gives most, ties included, is right. */
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
