package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Sighting;
import io.tidemark.measure.Window;
import io.tidemark.model.Effort;
import io.tidemark.proof.PosteriorCauses;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the queueing model alone makes of the scenarios of {@link GroundTruthTest}, beside the
 * rules: as a search sees them, and as a watch does. It prints a line for each.
 */
@Tag("seconds")
class ModelOfScenariosTest {
  private static final Duration BUDGET = Duration.ofSeconds(45);

  /** Enough to be at the ceiling of each of them. */
  private static final String IN_FLIGHT = "write.in-flight=16";

  private static final int SHOWN = 3;

  /**
   * Twice of what they name gains less than twice of the database's cores, or no queue shows it:
   * statuses, a page that nobody may read.
   */
  private static final Set<String> BEYOND_QUEUES =
      Set.of(
          "job and database on the same core",
          "job and database in one container with a core of four",
          "429 for every tenth",
          "read-only",
          "metrics forbidden");

  /**
   * @param model the most probable causes, the first ones first
   */
  private record Row(
      String scenario, Cause truth, Cause rules, List<Map.Entry<Cause, Double>> model) {
    static Row of(GroundTruthTest.Scenario scenario, Cause rules, List<Sighting> sightings) {
      return new Row(
          scenario.name(),
          scenario.cause(),
          rules,
          PosteriorCauses.of(sightings, Effort.unbounded()).causes().entrySet().stream()
              .sorted(Map.Entry.<Cause, Double>comparingByValue(Comparator.reverseOrder()))
              .limit(SHOWN)
              .toList());
    }

    /** The model says of a source that gives no more that nothing is full, too. */
    boolean isRight() {
      return !model.isEmpty() && isTrue(model.get(0).getKey());
    }

    private boolean isTrue(Cause cause) {
      return cause == truth || truth == Cause.SOURCE && cause == Cause.NONE_REACHED;
    }

    @Override
    public String toString() {
      String told =
          model.stream()
              .map(each -> String.format(Locale.ROOT, "%s %.2f", each.getKey(), each.getValue()))
              .collect(Collectors.joining(", "));
      return "%-5s %-60s truth %-14s rules %-14s model %s"
          .formatted(isRight() ? "" : "WRONG", scenario, truth, rules, told);
    }
  }

  private static Row searched(GroundTruthTest.Scenario scenario) {
    CeilingResult result = search(scenario, scenario.settings()).run();
    return Row.of(scenario, result.cause(), Sighting.of(result.steps()));
  }

  private static Row watched(GroundTruthTest.Scenario scenario) {
    SimulatedSearch search =
        search(
            scenario, Stream.concat(scenario.settings().stream(), Stream.of(IN_FLIGHT)).toList());
    Window window = search.watched();
    return Row.of(scenario, search.judged(window).cause(), List.of(Sighting.of(window)));
  }

  private static SimulatedSearch search(GroundTruthTest.Scenario scenario, List<String> settings) {
    return new SimulatedSearch(
        scenario.setup(), scenario.by(), BUDGET, settings.toArray(String[]::new));
  }

  /** No other one is missed. */
  private static void expectMissed(Set<String> missed, List<Row> rows) {
    String table = rows.stream().map(Row::toString).collect(Collectors.joining("\n"));
    System.out.println(table);
    assertThat(rows.stream().filter(row -> !row.isRight()).map(Row::scenario))
        .as(table)
        .isSubsetOf(missed);
  }

  @Test
  void knowsWhatASearchSees() {
    var missed = new HashSet<>(BEYOND_QUEUES);
    missed.addAll(Set.of("a heap far too small", "503 for every second"));
    expectMissed(missed, rows(ModelOfScenariosTest::searched));
  }

  @Test
  void knowsWhatAWatchSees() {
    expectMissed(BEYOND_QUEUES, rows(ModelOfScenariosTest::watched));
  }

  private static List<Row> rows(Function<GroundTruthTest.Scenario, Row> of) {
    return GroundTruthTest.scenarios().parallel().map(of).toList();
  }
}
