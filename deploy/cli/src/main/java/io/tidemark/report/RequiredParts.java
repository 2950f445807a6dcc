package io.tidemark.report;

import io.tidemark.ab.AbResult;
import io.tidemark.ab.AbResult.Difference;
import io.tidemark.ab.AbResult.MeasureEffect;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.ceiling.CeilingResult.Step;
import io.tidemark.ceiling.Finding;
import io.tidemark.measure.Window;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** What no report lacks, by the name it has there; everything else may not have been measured. */
final class RequiredParts {
  private RequiredParts() {}

  static Map<String, Object> of(CeilingResult result) {
    var parts = new LinkedHashMap<String, Object>();
    parts.put("cause", result.cause());
    parts.put("confidence", result.confidence());
    parts.put("sentence", result.sentence());
    parts.put("target", result.target());
    parts.put("layout", result.layout());
    parts.put("startedAt", result.startedAt());
    each(parts, "steps", result.steps(), RequiredParts::step);
    each(parts, "evidence", result.evidence(), RequiredParts::finding);
    each(parts, "against", List.copyOf(result.against().values()), RequiredParts::finding);
    each(
        parts,
        "interventions",
        result.interventions(),
        (at, change) -> at.put("changed", change.changed()));
    each(parts, "forecast", result.forecast(), (at, forecast) -> at.put("bound", forecast.bound()));
    return parts;
  }

  static Map<String, Object> of(AbResult result) {
    var parts = new LinkedHashMap<String, Object>();
    parts.put("verdict", result.verdict());
    parts.put("sentence", result.sentence());
    parts.put("trend", result.trend());
    parts.put("database", result.database());
    parts.put("startedAt", result.startedAt());
    if (result.range() != null) {
      parts.put("range.kafkaEnd", result.range().kafkaEnd());
    }
    each(parts, "runs", result.runs(), (at, run) -> at.put("arm", run.arm()));
    each(parts, "measures", result.measures(), RequiredParts::measure);
    each(parts, "differences", result.differences(), RequiredParts::difference);
    return parts;
  }

  private static void measure(Map<String, Object> parts, MeasureEffect measure) {
    parts.put("name", measure.name());
    parts.put("unit", measure.unit());
  }

  private static void difference(Map<String, Object> parts, Difference difference) {
    parts.put("key", difference.key());
    parts.put("a", difference.a());
    parts.put("b", difference.b());
  }

  private static <T> void each(
      Map<String, Object> parts, String name, List<T> list, BiConsumer<Map<String, Object>, T> of) {
    for (int i = 0; i < list.size(); i++) {
      var own = new LinkedHashMap<String, Object>();
      of.accept(own, list.get(i));
      String at = "%s[%d].".formatted(name, i);
      own.forEach((part, value) -> parts.put(at + part, value));
    }
  }

  private static void step(Map<String, Object> parts, Step step) {
    Window window = step.window();
    parts.put("phase", step.phase());
    parts.put("window", window);
    if (window != null) {
      parts.put("window.load", window.load());
      parts.put("window.throughput", window.throughput());
      parts.put("window.requests", window.requests());
      parts.put("window.inFlight", window.inFlight());
      parts.put("window.job", window.job());
      each(parts, "window.tasks", window.tasks(), (at, task) -> at.put("name", task.name()));
    }
  }

  private static void finding(Map<String, Object> parts, Finding finding) {
    parts.put("signal", finding.signal());
    parts.put("value", finding.value());
    parts.put("threshold", finding.threshold());
  }
}
