package io.tidemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The fields that every report has; all others may be missing, because they were not measured. */
final class RequiredParts {
  /**
   * Paths of fields, in which {@code *} stands for every element. A field is required only if its
   * parent is there.
   */
  static final List<String> OF_CEILING =
      List.of(
          "cause",
          "confidence",
          "sentence",
          "target",
          "layout",
          "startedAt",
          "steps.*.phase",
          "steps.*.window",
          "steps.*.window.load",
          "steps.*.window.throughput",
          "steps.*.window.requests",
          "steps.*.window.inFlight",
          "steps.*.window.job",
          "steps.*.window.tasks.*.name",
          "evidence.*.signal",
          "evidence.*.value",
          "evidence.*.threshold",
          "against.*.signal",
          "against.*.value",
          "against.*.threshold",
          "worst.events.*.event",
          "worst.events.*.rate",
          "worst.events.*.why.words",
          "queries.rows.*.why",
          "interventions.*.changed",
          "probabilities.causes",
          "probabilities.gains",
          "probabilities.changes",
          "probabilities.changes.*.changed",
          "probabilities.changes.*.without",
          "forecast.*.bound");

  static final List<String> OF_COMPARISON =
      List.of(
          "verdict",
          "sentence",
          "trend",
          "database",
          "startedAt",
          "range.kafkaEnd",
          "runs.*.arm",
          "measures.*.name",
          "measures.*.unit",
          "differences.*.key",
          "differences.*.a",
          "differences.*.b");

  private RequiredParts() {}

  /** Returns the first required field that a report lacks, such as {@code steps[0].window.load}. */
  static Optional<String> missing(JsonNode report, List<String> paths) {
    return paths.stream().flatMap(path -> missing(report, "", path)).findFirst();
  }

  private static Stream<String> missing(JsonNode node, String at, String path) {
    if (node.isMissingNode() || node.isNull()) {
      return path.isEmpty() ? Stream.of(at) : Stream.empty();
    }
    if (path.isEmpty()) {
      return Stream.empty();
    }
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    String rest = dot < 0 ? "" : path.substring(dot + 1);
    if (!name.equals("*")) {
      return missing(node.path(name), at.isEmpty() ? name : at + "." + name, rest);
    }
    var parts = new ArrayList<JsonNode>();
    node.forEach(parts::add);
    return IntStream.range(0, parts.size())
        .boxed()
        .flatMap(i -> missing(parts.get(i), "%s[%d]".formatted(at, i), rest));
  }
}
