package io.tidemark.benchmarks;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.benchmarks.measure.Alternation;
import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.CapturedBodies;
import io.tidemark.benchmarks.measure.CeilingProcess;
import io.tidemark.benchmarks.measure.Contender;
import io.tidemark.benchmarks.measure.ContenderWindow;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.peer.ReplayProcess;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures how right {@code tidemark ceiling} is and how long it takes. Searches alternate with
 * windows of a plain replay of the same samples into a database of its own.
 */
final class Accuracy implements Benchmark {
  static final String CEILING = "ceiling";
  private static final String WITHOUT_JOB = "without the job";
  private static final String REPLAY = "replay of ready-made bodies";
  private static final int IN_FLIGHT = 16;

  private static final JobCase JOB = JobCase.of("search");

  /** What the same job sends, so that the database has the same work. */
  private static final JobCase REPLAYED = JOB.with("parallelism=2").with(Realism.WITHIN_A_DAY);

  private static final List<String> MIN_SEARCH = List.of("--max-duration", "20s");

  @Override
  public List<JobCase> jobs() {
    return List.of(JOB);
  }

  /** Takes three windows of the replay: before, between and after two searches. */
  @Override
  public Effort effort() {
    return new Effort(Duration.ofSeconds(30), Duration.ofSeconds(2), Duration.ofSeconds(30), 3);
  }

  @Override
  public String method(Plan plan) {
    return "%d searches, each between two windows of %d s of a replay, which was warmed up for %d s and is frozen while a search runs."
        .formatted(
            searches(plan), plan.effort().window().toSeconds(), plan.effort().warmUp().toSeconds());
  }

  private static int searches(Plan plan) {
    return plan.effort().rounds() - 1;
  }

  @Override
  public List<Row> run(Plan plan) {
    CapturedBodies bodies = plan.capture(REPLAYED);
    Alternation turns = plan.alternation();
    var windows = new ArrayList<ContenderWindow>();
    var found = new ArrayList<Row>();
    var rows = new ArrayList<Row>();
    try (Contender replay = turns.warmedUp(REPLAY, () -> ReplayProcess.start(bodies, IN_FLIGHT))) {
      windows.add(turns.window(replay));
      for (int i = 1; i <= searches(plan); i++) {
        plan.progress().accept("search %d of %d".formatted(i, searches(plan)));
        found.add(
            search(
                "search " + i,
                CeilingProcess.find(plan.root(), JOB, plan.smoke() ? MIN_SEARCH : List.of())));
        windows.add(turns.window(replay));
      }
      replay.stop();
      rows.add(new Row(REPLAY, replay.figures(windows)));
    }
    rows.addAll(found);
    rows.addAll(compared(rows.get(0), found));
    return rows;
  }

  /** Returns the row of a search, without values that its report lacks. */
  private static Row search(String name, JsonNode report) {
    var figures = new LinkedHashMap<String, Figure>();
    Figure.put(figures, CEILING, "samples/s", HIGHER, number(report, "ceilingSamplesPerSecond"));
    Figure.put(
        figures, WITHOUT_JOB, "samples/s", HIGHER, number(report, "withoutJobSamplesPerSecond"));
    Figure.put(figures, "took", "s", NEITHER, number(report, "seconds"));
    var words = new LinkedHashMap<String, String>();
    words.put("cause", report.path("cause").asText());
    words.put("confidence", report.path("confidence").asText());
    return new Row(name, figures, words);
  }

  private static Double number(JsonNode report, String name) {
    return report.path(name).isNumber() ? report.path(name).doubleValue() : null;
  }

  /**
   * Returns each search's result over the mean of the replay's windows around it, and over that of
   * the search before.
   */
  static List<Row> compared(Row replay, List<Row> searches) {
    List<Double> stored = replay.figures().get(JobFigures.STORED).values();
    var rows = new ArrayList<Row>();
    for (int i = 0; i < searches.size(); i++) {
      Figure without = searches.get(i).figures().get(WITHOUT_JOB);
      if (without != null) {
        double around = (stored.get(i) + stored.get(i + 1)) / 2;
        rows.add(
            ratio(
                "%s, without the job ÷ replay".formatted(searches.get(i).name()),
                without.median() / around));
      }
    }
    for (int i = 1; i < searches.size(); i++) {
      Figure before = searches.get(i - 1).figures().get(CEILING);
      Figure now = searches.get(i).figures().get(CEILING);
      if (before != null && now != null) {
        rows.add(
            ratio(
                "%s ÷ %s".formatted(searches.get(i).name(), searches.get(i - 1).name()),
                now.median() / before.median()));
      }
    }
    return rows;
  }

  private static Row ratio(String name, double value) {
    return new Row(name, Map.of(CEILING, Figure.of(Figure.RATIO, NEITHER, List.of(value))));
  }
}
