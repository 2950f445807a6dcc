package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.Patience;
import io.tidemark.sink.prometheus.OwnedPrometheus;
import io.tidemark.testing.SessionCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus under the commands that judge, as a user has it. */
@Tag("slow")
@Tag("guards:sinks/prometheus")
@Tag("guards:sinks/remotewrite")
class PrometheusVerdictIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Two days ago, so that generated time stays in the past. */
  private static final Instant BEGIN =
      Instant.now().minus(2, ChronoUnit.DAYS).truncatedTo(ChronoUnit.HOURS);

  @TempDir Path folder;

  @Test
  void aWatchReadsItsPageAndLeavesTheJobRunning() throws Exception {
    try (var database = Patience.started("Prometheus", () -> OwnedPrometheus.start());
        var cluster = SessionCluster.start(1, 2);
        var flink = RemoteFlink.connect(cluster.restUrl())) {
      List<String> settings = settings(database, "source.datagen.rate=2000");
      FlinkJob job =
          flink.submit(ConfigLoader.load(Optional.empty(), settings).config(), Start.FRESH);
      Patience.await("the job", PATIENCE, () -> job.status() == JobStatus.RUNNING);

      JsonNode judged =
          tidemark("watch --once --json --cluster " + cluster.restUrl() + " --job " + job.id());

      assertThat(judged.get("cause").asText()).as("%s", judged).isNotBlank();
      JsonNode read = judged.at("/window/database");
      assertThat(read.at("/cpuCoresUsed").isNumber()).as("%s", judged).isTrue();
      assertThat(read.at("/rowsPerSecond").asDouble()).as("%s", judged).isPositive();
      assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
    }
  }

  /** What the savepoint holds is not written again, and what the search writes is taken. */
  @Test
  void aSearchGoesOnFromASavepoint() throws Exception {
    try (var database = Patience.started("Prometheus", () -> OwnedPrometheus.start())) {
      var settings = settings(database);
      JsonNode run =
          tidemark("run --yes --json --duration 3s --stop-with-savepoint " + folder, settings);
      assertThat(run.get("samplesDeadLettered").asLong()).isZero();

      JsonNode search =
          tidemark(
              "ceiling --yes --json --max-duration %ds --max-in-flight 2 --from %s"
                  .formatted(Patience.ofSeconds(30).toSeconds(), run.get("savepoint").asText()),
              settings);

      assertThat(search.path("partial").asText("")).isEmpty();
      assertThat(search.get("steps"))
          .extracting(step -> step.get("phase").asText())
          .contains("job-ceiling", "sweep");
      // No ceiling is asked for: in so short a search, a host may be too slow for a valid step.
      assertThat(search.get("steps"))
          .extracting(step -> step.at("/window/throughput/samplesPerSecond").asDouble())
          .as("%s", search)
          .anySatisfy(rate -> assertThat(rate).isPositive());
      assertThat(search.findValues("rowsPerSecond")).isNotEmpty();
    }
  }

  /** It is said to take samples out of order, and does not: nothing that overtakes is stored. */
  @Test
  void aSearchEndsWithWhatIsRefusedAsOutOfOrder() throws Exception {
    try (var database = Patience.started("Prometheus", () -> OwnedPrometheus.start())) {
      JsonNode search =
          tidemark(
              "ceiling --yes --json --max-duration %ds --max-in-flight 8"
                  .formatted(Patience.ofSeconds(90).toSeconds()),
              settings(
                  database,
                  "target.out-of-order=accepted",
                  "amplify.layout=time",
                  "dead-letter.refused-share=1"));

      // Who notices first, the job or the search, depends on the host.
      assertThat(search.get("sentence").asText())
          .startsWith("No ceiling was found: ")
          .contains("HTTP 400: out of order sample");
    }
  }

  private static List<String> settings(OwnedPrometheus database, String... more) {
    var settings =
        new ArrayList<>(
            List.of(
                "source.datagen.start=" + BEGIN,
                "source.datagen.series=2000",
                "source.datagen.interval=1s",
                "target.type=remote-write",
                "target.urls=[" + database.url() + "]",
                "target.accept-load=true",
                "parallelism=1"));
    settings.addAll(List.of(more));
    return settings;
  }

  private static JsonNode tidemark(String command, List<String> settings) throws Exception {
    var all = new StringBuilder(command);
    settings.forEach(setting -> all.append(" --set ").append(setting));
    return tidemark(all.toString());
  }

  private static JsonNode tidemark(String command) throws Exception {
    return Executed.of(command.split(" ")).assertCode(0, 3).json();
  }
}
