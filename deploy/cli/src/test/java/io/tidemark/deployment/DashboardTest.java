package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Grafana would import without a word, and show wrong. */
class DashboardTest {
  private static final int COLUMNS = 24;
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-z_]+)");
  private static final Pattern OWN_METRIC =
      Pattern.compile("(?:flink_taskmanager_job_task_operator_tidemark_|\\b(?=tidemark_))(\\w+)");

  /** Of a job, with what selects it; a TaskManager's own are joined with one of these. */
  private static final Pattern SELECTED =
      Pattern.compile(
          "\\b((?:flink_taskmanager_job|flink_jobmanager_job|tidemark_)\\w+)(\\{[^}]*}|)");

  /** What is served by who knows a job by its name alone, with what selects it. */
  private static final Pattern OF_READERS =
      Pattern.compile("\\btidemark_(?:readers|freshness)_\\w+\\{([^}]*)}");

  /** Grafana's own. */
  private static final Set<String> BUILT_IN = Set.of("__rate_interval");

  static Stream<Dashboard> dashboards() {
    return Dashboard.all().stream();
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void panelsLieSideBySide(Dashboard dashboard) {
    var taken = new HashSet<String>();
    var overlapping = new ArrayList<String>();
    var ids = new HashSet<Integer>();
    for (JsonNode panel : dashboard.json().get("panels")) {
      JsonNode at = panel.get("gridPos");
      assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(COLUMNS);
      assertThat(ids.add(panel.get("id").asInt())).as("id of %s", panel.get("title")).isTrue();
      for (int x = at.get("x").asInt(); x < at.get("x").asInt() + at.get("w").asInt(); x++) {
        for (int y = at.get("y").asInt(); y < at.get("y").asInt() + at.get("h").asInt(); y++) {
          if (!taken.add(x + "," + y)) {
            overlapping.add(panel.get("title").asText());
          }
        }
      }
    }
    assertThat(overlapping).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void everyPanelSaysWhatItShowsAndAsksTheChosenMetrics(Dashboard dashboard) {
    for (JsonNode panel : dashboard.panels()) {
      String title = panel.get("title").asText();
      assertThat(panel.get("description").asText()).as(title).isNotBlank();
      assertThat(panel.at("/fieldConfig/defaults/unit").asText()).as(title).isNotBlank();
      assertThat(panel.at("/datasource/uid").asText()).as(title).isEqualTo("${datasource}");
    }
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void everyVariableIsDeclared(Dashboard dashboard) {
    var declared = new HashSet<>(BUILT_IN);
    dashboard.json().at("/templating/list").forEach(v -> declared.add(v.get("name").asText()));
    assertThat(declared).containsAll(found(VARIABLE, dashboard));
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void everyMetricOfOursIsOnTheMetricsPage(Dashboard dashboard) throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/metrics.md"));
    Set<String> used = found(OWN_METRIC, dashboard);
    assertThat(used).isNotEmpty().allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  private static Set<String> found(Pattern pattern, Dashboard dashboard) {
    List<Dashboard.Query> queries = dashboard.queries();
    return queries.stream()
        .flatMap(query -> pattern.matcher(query.expression()).results())
        .map((MatchResult result) -> result.group(1))
        .collect(Collectors.toSet());
  }

  /** Others' jobs are in the same Prometheus. */
  @ParameterizedTest
  @MethodSource("dashboards")
  void everyQueryIsOfTheChosenJobsOrDatabases(Dashboard dashboard) {
    assertThat(dashboard.queries())
        .allSatisfy(
            query ->
                assertThat(query.expression())
                    .containsAnyOf(
                        "job_name=~\"$job\", job_id=~\"$run\"",
                        "instance=~\"$database\"",
                        "instance=~\"$storage\""));
    assertThat(dashboard.queries())
        .allSatisfy(
            query ->
                SELECTED
                    .matcher(query.expression())
                    .results()
                    .forEach(
                        metric ->
                            assertThat(metric.group(2))
                                .as("selector of %s in %s", metric.group(1), query.panel())
                                .contains("job_name=~\"$job\"")));
  }

  /** A selector with a label that its metric lacks finds nothing, once a run is chosen. */
  @ParameterizedTest
  @MethodSource("dashboards")
  void readersAreChosenByTheNameOfTheJobBesideWhichTheyRead(Dashboard dashboard) {
    List<Dashboard.Query> queries = new ArrayList<>(dashboard.queries());
    queries.removeIf(query -> !OF_READERS.matcher(query.expression()).find());
    assertThat(queries)
        .allSatisfy(
            query -> {
              assertThat(OF_READERS.matcher(query.expression()).results())
                  .allSatisfy(read -> assertThat(read.group(1)).isEqualTo("job_name=~\"$job\""));
              assertThat(query.expression())
                  .contains(" and on (job_name) flink_taskmanager_job_", "job_id=~\"$run\"");
            });
    assertThat(queries).hasSize(dashboard.file().equals("job.json") ? 4 : 0);
  }

  /** What is longer than the time between two scrapes is for Grafana to say. */
  @ParameterizedTest
  @MethodSource("dashboards")
  void noRangeIsFixed(Dashboard dashboard) {
    assertThat(dashboard.queries())
        .extracting(Dashboard.Query::expression)
        .noneMatch(expression -> expression.matches("(?s).*\\[\\d.*"));
  }

  /** Whoever looks at a dashboard has no checkout beside it. */
  @ParameterizedTest
  @MethodSource("dashboards")
  void pagesAreNamedByTheirAddress(Dashboard dashboard) {
    assertThat(dashboard.json().toString()).doesNotContainPattern("(?<!example/)docs/\\w+\\.md");
  }
}
