package io.tidemark.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.tidemark.ceiling.Cause;
import io.tidemark.cluster.RunningJob;
import io.tidemark.job.config.ConfigException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VerdictMetricsTest {
  private static final String LABELS =
      "job_id=\"%s\",job_name=\"load-a\"".formatted(WatchedWindow.JOB);
  private static final RunningJob JOB = new RunningJob(WatchedWindow.JOB, "load-a");

  private final WatchedWindow scene = new WatchedWindow();
  private final VerdictMetrics page = VerdictMetrics.serve(Optional.empty());

  @BeforeEach
  void begin() {
    page.begin(JOB);
  }

  @Test
  void showsTheCauseAndTheSignals() throws IOException {
    page.show(scene.judgement());

    assertThat(samples())
        .contains(
            "tidemark_ceiling_cause{cause=\"JOB_IN_FLIGHT\"} 1.0",
            "tidemark_ceiling_cause{cause=\"TSDB_SLOTS\"} 0.0",
            "tidemark_ceiling_cause_probability{cause=\"JOB_IN_FLIGHT\"} 0.8",
            "tidemark_ceiling_cause_probability{cause=\"NETWORK\"} 0.01",
            "tidemark_ceiling_cause_probability{cause=\"NONE_OF_THESE\"} 0.07",
            "tidemark_ceiling_samples_per_second 190000.0",
            "tidemark_ceiling_in_flight 0.98",
            "tidemark_ceiling_in_flight_bound 1.0",
            "tidemark_ceiling_permit_wait_ratio 0.95",
            "tidemark_ceiling_latency_seconds{quantile=\"0.5\"} 0.0512",
            "tidemark_ceiling_latency_seconds{quantile=\"0.9\"} 0.0525",
            "tidemark_ceiling_latency_seconds{quantile=\"0.99\"} 0.06",
            "tidemark_ceiling_database_read_only 0.0",
            "tidemark_ceiling_database_ignored_rows 0.0",
            "tidemark_ceiling_database_cpu_cores 0.2",
            "tidemark_ceiling_database_available_cores 4.0",
            "tidemark_ceiling_database_cpu_ratio 0.05",
            "tidemark_ceiling_database_slots_taken 0.1",
            "tidemark_ceiling_database_slots 8.0",
            "tidemark_ceiling_database_rows_per_second 190000.0")
        .filteredOn(line -> line.contains("_cause{"))
        .hasSize(Cause.values().length);
  }

  @Test
  void showsOnlyTheCauseOfAnInvalidWindow() throws IOException {
    scene.invalid = List.of("the job was restarted");
    page.show(scene.judgement());

    assertThat(samples())
        .contains("tidemark_ceiling_cause{cause=\"INCONCLUSIVE\"} 1.0")
        .filteredOn(line -> !line.startsWith("tidemark_ceiling_database_"))
        .hasSize(Cause.values().length);
  }

  @Test
  void saysThatTheDatabaseTakesNothingThoughThatMakesTheWindowInvalid() throws IOException {
    scene.invalid = List.of("the database is read-only");
    scene.readOnly = true;
    scene.ignored = Map.of("too_long_name", 3L, "nan", 4L);
    page.show(scene.judgement());

    assertThat(samples())
        .contains(
            "tidemark_ceiling_database_read_only 1.0", "tidemark_ceiling_database_ignored_rows 7.0")
        .noneMatch(line -> line.contains("database_cpu"));
  }

  @Test
  void saysNothingOfADatabaseThatTellsNothing() throws IOException {
    scene.metrics = false;
    page.show(scene.judgement());

    assertThat(samples()).isNotEmpty().noneMatch(line -> line.contains("_database_"));
  }

  /** Two watches in one Prometheus are told apart. */
  @Test
  void everySampleIsOfTheJob() throws IOException {
    page.show(scene.judgement());

    assertThat(lines()).hasSizeGreaterThan(20).allMatch(line -> line.contains(LABELS));
  }

  @Test
  void isEmptyBeforeTheFirstWindow() throws IOException {
    assertThat(samples()).isEmpty();
  }

  @Test
  void isEmptyOnceAnotherJobIsWatched() throws IOException {
    page.show(scene.judgement());
    page.begin(new RunningJob("bb", "load-b"));

    assertThat(samples()).isEmpty();
  }

  @Test
  void namesAPortInUse() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      var address = new InetSocketAddress("127.0.0.1", port);

      assertThatThrownBy(() -> VerdictMetrics.serve(Optional.of(address)))
          .isInstanceOf(ConfigException.class)
          .hasMessage(
              "--listen=127.0.0.1:%d can't be used (Address already in use); choose another"
                  .formatted(port));
    }
  }

  /** Without the job's own labels. */
  private List<String> samples() throws IOException {
    return lines().stream()
        .map(line -> line.replace("{" + LABELS + "}", "").replace(LABELS + ",", ""))
        .map(line -> line.replace("," + LABELS, ""))
        .toList();
  }

  private List<String> lines() throws IOException {
    var registry = new PrometheusRegistry();
    registry.register(page);
    var text = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(text, registry.scrape());
    return text.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }
}
