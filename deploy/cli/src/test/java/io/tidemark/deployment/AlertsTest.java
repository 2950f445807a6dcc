package io.tidemark.deployment;

import static io.tidemark.deployment.Chart.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.deployment.Alerts.Alert;
import io.tidemark.process.Patience;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** What whoever is woken by an alert finds in it. */
class AlertsTest {
  private static final String ADDRESS = "https://tidemark.example/docs/";
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);

  static List<Alert> alerts() {
    return Alerts.all();
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void namesTheJobAndLeadsToItsSectionOfThePage(Alert alert) throws IOException {
    String runbook = alert.annotations().get("runbook_url").toString();
    assertThat(runbook).isEqualTo(ADDRESS + "alerts.md#" + alert.name().toLowerCase(Locale.ROOT));
    assertThat(Files.readString(Repository.root().resolve("docs/alerts.md")))
        .contains("\n### " + alert.name() + "\n");
    assertThat(alert.annotations().get("summary").toString())
        .contains("{{ $labels.job_name }}")
        .matches("(?s)[A-Z{0-9].*");
    assertThat(alert.annotations().get("description").toString()).endsWith(".");
    assertThat(alert.severity()).isIn("info", "warning", "critical");
  }

  /** A metric that every Flink has is joined with one that only Tidemark's jobs have. */
  @ParameterizedTest
  @MethodSource("alerts")
  void isOfTidemarksJobsAlone(Alert alert) {
    assertThat(alert.expression())
        .containsPattern("_tidemark_|\\btidemark_ceiling_")
        .contains("by (job_id, job_name")
        .doesNotContain("vm_");
  }

  @ParameterizedTest
  @CsvSource({
    "PrometheusRule, monitoring.coreos.com/v1",
    "VMRule, operator.victoriametrics.com/v1beta1"
  })
  void anOperatorsKindHoldsTheVeryRules(String kind, String group) throws Exception {
    Printed printed = manifest(kind, "--label", "release=stack");

    assertThat(printed.exitCode()).as(printed.output()).isZero();
    Map<String, Object> rule = new Yaml().load(printed.output());
    assertThat(rule).containsEntry("kind", kind).containsEntry("apiVersion", group);
    assertThat(at(rule, "metadata", "labels", "release")).isEqualTo("stack");
    assertThat(rule.get("spec")).isEqualTo(new Yaml().load(Files.readString(Alerts.FILE)));
  }

  @Test
  void aRunbookIsWhereTheUserHasThePages() throws Exception {
    String page = manifest("VMRule", "--runbook-url", "https://wiki.example.org/t/").output();

    assertThat(page)
        .contains("runbook_url: https://wiki.example.org/t/alerts.md#tidemarkretries")
        .doesNotContain(ADDRESS);
  }

  @ParameterizedTest
  @CsvSource({
    "ConfigMap, --label, a=b",
    "VMRule, --label, 'a=b\"'",
    "VMRule, --runbook-url, wiki",
    "VMRule, --color, red"
  })
  void whatItDoesNotKnowIsRefused(String kind, String option, String value) throws Exception {
    assertThat(manifest(kind, option, value).exitCode()).isEqualTo(2);
  }

  /**
   * @param output of both streams
   */
  private record Printed(int exitCode, String output) {}

  private static Printed manifest(String... arguments) throws Exception {
    Path program = Alerts.FILE.resolveSibling("manifest");
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Patience.awaitEnd(process, ENDS_WITHIN);
    return new Printed(process.exitValue(), output);
  }
}
