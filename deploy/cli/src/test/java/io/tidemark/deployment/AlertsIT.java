package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules as Prometheus' own tool and vmalert take them, and what series raise which of them. */
class AlertsIT {
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(60);
  private static final String OURS = "{job_id=\"1\", job_name=\"ours\"}";
  private static final String THEIRS = "{job_id=\"2\", job_name=\"theirs\"}";
  private static final String OPERATOR = "flink_taskmanager_job_task_operator_";
  private static final Pattern JOB = Pattern.compile("job_name=\"(\\w+)\"");
  private static final String WRITTEN = OPERATOR + "tidemark_samples_written_total";

  @TempDir private Path folder;

  private static String program(String name, String variable, String usual) {
    Path beside = Path.of(System.getenv().getOrDefault(variable, usual)).resolveSibling(name);
    assumeTrue(
        Files.isExecutable(beside) || OwnedProcess.onPath(name),
        () ->
            "rules were not checked: no %s beside %s and none on the PATH".formatted(name, usual));
    return Files.isExecutable(beside) ? beside.toString() : name;
  }

  private static String promtool() {
    return program("promtool", "TIDEMARK_PROMETHEUS", "prometheus");
  }

  private static String said(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Patience.awaitEnd(process, ENDS_WITHIN);
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  @Test
  void prometheusTakesTheRules() throws Exception {
    assertThat(said(promtool(), "check", "rules", Alerts.FILE.toString()))
        .contains(Alerts.all().size() + " rules found");
  }

  /** {@code vmalert} is in the same Debian package as the database that the tests start. */
  @Test
  void vmalertTakesTheRules() throws Exception {
    said(
        program("vmalert", "TIDEMARK_VICTORIA_METRICS", "victoria-metrics"),
        "-dryRun",
        "-rule=" + Alerts.FILE);
  }

  /** A minute a value, in the notation of promtool: first, step and how many more. */
  private record Series(String name, String labels, String values) {
    static Series of(String metric, String labels, String values) {
      return new Series(metric, labels, values);
    }

    String yaml() {
      return "      - {series: '%s%s', values: '%s'}\n".formatted(name, labels, values);
    }
  }

  /** Names of the alerts that stand at that minute, each with its job's name. */
  private List<String> raised(int minute, Series... series) throws Exception {
    var test = new StringBuilder("rule_files: ['%s']\n".formatted(Alerts.FILE));
    test.append("evaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n");
    for (Series each : series) {
      test.append(each.yaml());
    }
    test.append("    alert_rule_test:\n");
    for (Alerts.Alert alert : Alerts.all()) {
      test.append(
          "      - {eval_time: %dm, alertname: %s, exp_alerts: []}\n"
              .formatted(minute, alert.name()));
    }
    String said = promtoolOf(Files.writeString(folder.resolve("test.yaml"), test));
    var standing = new ArrayList<String>();
    // One part for each alert that stands, though the test expects none.
    List<String> parts = List.of(said.split("alertname: "));
    for (String part : parts.subList(1, parts.size())) {
      String name = part.substring(0, part.indexOf(','));
      JOB.matcher(part).results().forEach(job -> standing.add(name + " of " + job.group(1)));
    }
    assertThat(said.contains("SUCCESS")).as(said).isEqualTo(standing.isEmpty());
    return standing;
  }

  /** With status 1 where an alert stands that the test does not expect. */
  private static String promtoolOf(Path test) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(promtool(), "test", "rules", test.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Patience.awaitEnd(process, ENDS_WITHIN);
    return said;
  }

  @Test
  void jobsOfOthersRaiseNothingThoughTheyRestartFailAndLag() throws Exception {
    assertThat(
            raised(
                40,
                Series.of(WRITTEN, OURS, "0+60000x60"),
                Series.of(OPERATOR + "tidemark_records_read_total", OURS, "0+60000x60"),
                Series.of("flink_jobmanager_job_numRestarts", THEIRS, "0+1x60"),
                Series.of("flink_jobmanager_job_numberOfFailedCheckpoints", THEIRS, "0+1x60"),
                Series.of(OPERATOR + "pendingRecords", THEIRS, "0+600000x60"),
                Series.of("vm_storage_is_read_only", "{instance=\"a\"}", "1x60")))
        .isEmpty();
  }

  @Test
  void aJobThatRestartsFailsCheckpointsAndLagsRaisesThat() throws Exception {
    assertThat(
            raised(
                40,
                Series.of(WRITTEN, OURS, "0+60000x60"),
                Series.of(OPERATOR + "tidemark_records_read_total", OURS, "0+60000x60"),
                Series.of("flink_jobmanager_job_numRestarts", OURS, "0+1x60"),
                Series.of("flink_jobmanager_job_numberOfFailedCheckpoints", OURS, "0+1x60"),
                Series.of(OPERATOR + "pendingRecords", OURS, "0+60000x60")))
        .containsExactly(
            "TidemarkFallsBehind of ours",
            "TidemarkRestarts of ours",
            "TidemarkCheckpointsFail of ours");
  }

  /** A topic is never read quite to its end. */
  @Test
  void aJobThatKeepsUpDoesNotFallBehind() throws Exception {
    assertThat(
            raised(
                40,
                Series.of(WRITTEN, OURS, "0+60000x60"),
                Series.of(OPERATOR + "tidemark_records_read_total", OURS, "0+60000x60"),
                Series.of(OPERATOR + "pendingRecords", OURS, "0+100x60")))
        .isEmpty();
  }

  @Test
  void aJobThatReportsNothingAnyMoreIsMissedForHalfAnHour() throws Exception {
    var gone = Series.of(WRITTEN, OURS, "0+60000x10 stale _x60");

    assertThat(raised(10, gone)).isEmpty();
    assertThat(raised(20, gone)).containsExactly("TidemarkJobIsGone of ours");
    assertThat(raised(45, gone)).isEmpty();
  }

  @Test
  void aJobWhoseRequestsAreNeverAnsweredWritesNothing() throws Exception {
    assertThat(
            raised(
                20,
                Series.of(WRITTEN, OURS, "60000x60"),
                Series.of(OPERATOR + "tidemark_in_flight_batches", OURS, "16x60")))
        .containsExactly("TidemarkWritesNothing of ours");
  }

  @Test
  void theVerdictIsOfItsJob() throws Exception {
    String cause = "{job_id=\"%1$s\", job_name=\"%2$s\", cause=\"%3$s\"}";
    assertThat(
            raised(
                20,
                Series.of("tidemark_ceiling_cause", cause.formatted(1, "ours", "TSDB_CPU"), "1x60"),
                Series.of(
                    "tidemark_ceiling_cause", cause.formatted(2, "theirs", "JOB_CPU"), "1x60"),
                Series.of("tidemark_ceiling_database_read_only", OURS, "1x60"),
                Series.of("tidemark_ceiling_database_ignored_rows", THEIRS, "7x60")))
        .containsExactly(
            "TidemarkDatabaseIsTheLimit of ours",
            "TidemarkJobIsTheLimit of theirs",
            "TidemarkDatabaseIsReadOnly of ours",
            "TidemarkDatabaseIgnoresRows of theirs");
  }
}
