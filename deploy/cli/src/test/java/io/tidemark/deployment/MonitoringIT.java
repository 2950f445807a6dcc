package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dashboards and alerts against what a real run exports, scraped by a real database. */
@Tag("slow")
@Tag("guards:deploy/grafana")
@Tag("guards:deploy/alerts")
@Tag("guards:deploy/compose")
@Tag("guards:job/pipeline")
@Tag("guards:job/measure")
class MonitoringIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern METRIC = Pattern.compile("\\b(?:flink|tidemark|vm)_\\w+");

  @Test
  void everyQueryOfThePanelsReturnsDataAndEveryMetricOfTheRulesIsThere(@TempDir Path folder)
      throws Exception {
    var unanswered = new ArrayList<Dashboard.Query>();
    Dashboard.all().forEach(dashboard -> unanswered.addAll(dashboard.queries()));
    assertThat(unanswered).hasSizeGreaterThan(50);
    try (var run = MonitoredRun.start(folder)) {
      Set<String> wanted = metricsOfTheRules();
      Patience.untilAsserted(
          PATIENCE,
          () -> {
            assertThat(run.watchFailed()).as("the watch beside the job").isNull();
            // On a host that others fill a page is not read each time.
            unanswered.removeIf(query -> !isEmpty(run, query));
            assertThat(unanswered).as(() -> pages(run)).isEmpty();
            assertThat(names(run)).containsAll(wanted);
          });
    }
  }

  private static boolean isEmpty(MonitoredRun run, Dashboard.Query query) {
    try {
      return run.query(query.expression()).isEmpty();
    } catch (IOException e) {
      throw new AssertionError(query.toString(), e);
    }
  }

  private static Set<String> names(MonitoredRun run) {
    var names = new TreeSet<String>();
    try {
      run.names().forEach(name -> names.add(name.asText()));
    } catch (IOException e) {
      throw new AssertionError("the monitoring database does not answer", e);
    }
    return names;
  }

  /** What was wrong with those that could not be read. */
  private static String pages(MonitoredRun run) {
    try {
      return run.targets().toString();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static Set<String> metricsOfTheRules() throws IOException {
    Set<String> metrics =
        METRIC
            .matcher(Files.readString(Alerts.FILE))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(metrics).hasSizeGreaterThan(10);
    return metrics;
  }
}
