package io.tidemark.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.tidemark.ceiling.Cause;
import io.tidemark.job.config.ConfigException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictMetricsTest {
  private final WatchedWindow scene = new WatchedWindow();
  private final VerdictMetrics page = VerdictMetrics.serve(0);

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
            "tidemark_ceiling_latency_seconds{quantile=\"0.99\"} 0.06")
        .filteredOn(line -> line.contains("_cause{"))
        .hasSize(Cause.values().length);
  }

  @Test
  void showsOnlyTheCauseOfAnInvalidWindow() throws IOException {
    scene.invalid = List.of("the job was restarted");
    page.show(scene.judgement());

    assertThat(samples())
        .contains("tidemark_ceiling_cause{cause=\"INCONCLUSIVE\"} 1.0")
        .hasSize(Cause.values().length);
  }

  @Test
  void isEmptyBeforeTheFirstWindow() throws IOException {
    assertThat(samples()).isEmpty();
  }

  @Test
  void namesAPortInUse() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertThatThrownBy(() -> VerdictMetrics.serve(port))
          .isInstanceOf(ConfigException.class)
          .hasMessage(
              "--prometheus-port=%d can't be used on 127.0.0.1 (Address already in use); choose another"
                  .formatted(port));
    }
  }

  private List<String> samples() throws IOException {
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
