package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsProbeTest {
  /** Names and labels as 1.79.5 has them; numbers chosen to be told apart. */
  private static final String SINGLE_NODE =
      """
      vm_app_version{version="victoria-metrics-20220101-000000-tags-v1.79.5-0-gabc", short_version="v1.79.5"} 1
      process_start_time_seconds 1795232974
      process_cpu_seconds_total 12.5
      process_cpu_cores_available 2
      go_gomaxprocs 1
      vm_available_cpu_cores 1
      process_resident_memory_bytes 1000
      vm_concurrent_addrows_current 91
      vm_concurrent_addrows_capacity 92
      vm_concurrent_addrows_limit_reached_total 93
      vm_concurrent_insert_current 3
      vm_concurrent_insert_capacity 8
      vm_concurrent_insert_limit_reached_total 5
      vm_rows_inserted_total{type="promremotewrite"} 100
      vm_rows_inserted_total{type="influx"} 20
      vm_rows_ignored_total{reason="big_timestamp"} 7
      vm_rows_ignored_total{reason="small_timestamp"} 0
      vm_data_size_bytes{type="indexdb"} 10
      vm_data_size_bytes{type="storage/big"} 200
      vm_data_size_bytes{type="storage/inmemory"} 4000
      """;

  private static final String VMSTORAGE_BEFORE_1_86 =
      """
      vm_app_version{version="vmstorage-20220101-000000-tags-v1.79.5-cluster-0-gabc", short_version="v1.79.5"} 1
      process_start_time_seconds 1795232999
      process_cpu_seconds_total 1
      process_cpu_cores_available 0.5
      go_gomaxprocs 1
      vm_concurrent_addrows_current 1
      vm_concurrent_addrows_capacity 4
      vm_concurrent_addrows_limit_reached_total 2
      vm_rows_ignored_total{reason="big_timestamp"} 1
      vm_rows_ignored_total{reason="nan_value"} 2
      vm_data_size_bytes{type="storage/small"} 5
      """;

  @TempDir Path folder;

  @Test
  void readsTheSignalsOfASingleNode() throws Exception {
    TsdbSignals signals = sum(SINGLE_NODE);

    assertThat(signals)
        .isEqualTo(
            new TsdbSignals(
                42,
                Optional.of("1.79.5"),
                OptionalDouble.of(1795232974),
                OptionalDouble.of(12.5),
                OptionalDouble.of(1),
                OptionalDouble.of(3),
                OptionalDouble.of(8),
                OptionalDouble.of(5),
                OptionalDouble.of(100 + 20),
                Map.of("big_timestamp", 7.0, "small_timestamp", 0.0),
                OptionalDouble.of(1000),
                OptionalDouble.of(10 + 200)));
  }

  @Test
  void readsTheOldLimiterOfVmstorage() {
    TsdbSignals signals = sum(VMSTORAGE_BEFORE_1_86);

    assertThat(signals.slotsInUse()).hasValue(1);
    assertThat(signals.slots()).hasValue(4);
    assertThat(signals.slotLimitReached()).hasValue(2);
    assertThat(signals.cpuCores()).hasValue(0.5);
  }

  @Test
  void addsUpTheProcessesOfACluster() {
    TsdbSignals signals = sum(SINGLE_NODE, SINGLE_NODE, VMSTORAGE_BEFORE_1_86);

    assertThat(signals.cpuSeconds()).hasValue(12.5 + 12.5 + 1);
    assertThat(signals.cpuCores()).hasValue(1 + 1 + 0.5);
    assertThat(signals.rowsIgnored())
        .isEqualTo(Map.of("big_timestamp", 15.0, "small_timestamp", 0.0, "nan_value", 2.0));
    assertThat(signals.diskBytes()).hasValue(210 + 210 + 5);
    assertThat(signals.version()).hasValue("1.79.5");
    assertThat(signals.processStartSeconds()).hasValue(1795232999);
    // Only where writes come in: vmstorage's slots are no further ones.
    assertThat(signals.slots()).hasValue(8 + 8);
    assertThat(signals.slotLimitReached()).hasValue(5 + 5);
  }

  @Test
  void leavesOutWhatAVersionLacks() {
    TsdbSignals signals = sum("process_cpu_seconds_total 1\nvm_app_version{version=\"\"} 1\n");

    assertThat(signals.cpuSeconds()).hasValue(1);
    assertThat(signals.version()).isEmpty();
    assertThat(signals.cpuCores()).isEmpty();
    assertThat(signals.slots()).isEmpty();
    assertThat(signals.rowsInserted()).isEmpty();
    assertThat(signals.rowsIgnored()).isEmpty();
    assertThat(signals.diskBytes()).isEmpty();
  }

  @Test
  void readsThePagesOfAllProcessesOverOneConnectionEach() throws Exception {
    try (var one = ScriptedServer.start(ScriptedAnswer.withBody(200, SINGLE_NODE));
        var other = ScriptedServer.start(ScriptedAnswer.withBody(200, VMSTORAGE_BEFORE_1_86));
        var probe = probe(one.url().resolve("/api/v1/write"), other.url())) {
      for (int i = 0; i < 3; i++) {
        assertThat(probe.read().cpuSeconds()).hasValue(13.5);
      }

      assertThat(one.requests()).hasSize(3);
      assertThat(one.connections()).isEqualTo(1);
      assertThat(one.requests().get(0).method()).isEqualTo("GET");
      assertThat(one.requests().get(0).pathAndQuery()).isEqualTo("/metrics");
    }
  }

  @Test
  void readsMetricsUrlsInsteadWhereTheyAreGiven() throws Exception {
    try (var written = ScriptedServer.start(ScriptedAnswer.status(404));
        var read = ScriptedServer.start(ScriptedAnswer.withBody(200, SINGLE_NODE));
        var probe =
            new MetricsProbe(
                new TargetConfig(
                    "victoriametrics",
                    List.of(written.url()),
                    "",
                    Map.of(),
                    TargetConfig.Compression.SNAPPY,
                    List.of(read.url()),
                    Targets.NO_AUTH,
                    Targets.SYSTEM_TRUST))) {
      assertThat(probe.read().slots()).hasValue(8);
      assertThat(written.requests()).isEmpty();
    }
  }

  @Test
  void readsAPageLargerThanAnyBuffer() throws Exception {
    String page = "some_other_metric{x=\"y\"} 1\n".repeat(100_000) + SINGLE_NODE;
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(200, page));
        var probe = probe(server.url())) {
      assertThat(probe.read().slots()).hasValue(8);
    }
  }

  @Test
  void authenticatesAsTheWriterDoes() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "t0k3n");
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(200, SINGLE_NODE));
        var probe =
            new MetricsProbe(
                Targets.of(
                    Targets.bearerFile(token.toString()), Targets.SYSTEM_TRUST, server.url()))) {
      probe.read();

      assertThat(server.requests().get(0).headers()).containsEntry("authorization", "Bearer t0k3n");
    }
  }

  @Test
  void readsAgainWhenAKeptAliveConnectionTurnsOutClosed() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.withBody(200, SINGLE_NODE),
                ScriptedAnswer.close(),
                ScriptedAnswer.withBody(200, SINGLE_NODE));
        var probe = probe(server.url())) {
      probe.read();

      assertThat(probe.read().slots()).hasValue(8);
    }
  }

  @Test
  void saysWhichPageCannotBeReadAndWhy() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(401, "who are you"));
        var probe = probe(server.url())) {
      assertThatThrownBy(probe::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(server.url() + "/metrics: HTTP 401: who are you")
          .hasMessageContaining("target.auth");
    }
  }

  @Test
  void failsWhereNothingAnswers() throws Exception {
    URI url;
    try (var gone = ScriptedServer.start(ScriptedAnswer.status(200))) {
      url = gone.url();
    }
    try (var probe = probe(url)) {
      assertThatThrownBy(probe::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(url + "/metrics: Connection refused");
    }
  }

  @Test
  void failsOnAPageThatHoldsNoMetrics() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(200, "<html>hello</html>"));
        var probe = probe(server.url())) {
      assertThatThrownBy(probe::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no metrics of VictoriaMetrics");
    }
  }

  @Test
  void failsOnAPageWithoutAnEnd() throws Exception {
    var written = new AtomicLong();
    try (var server = ScriptedServer.start(ScriptedAnswer.endless(200, written));
        var probe = probe(server.url())) {
      assertThatThrownBy(probe::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("maxBytes=16777216");
    }
  }

  private static MetricsProbe probe(URI... urls) {
    return new MetricsProbe(Targets.of(urls));
  }

  private static TsdbSignals sum(String... pages) {
    List<ProcessMetrics> processes =
        Stream.of(pages)
            .map(page -> ProcessMetrics.parse(page.getBytes(StandardCharsets.UTF_8)))
            .toList();
    return MetricsProbe.sum(processes, 42);
  }
}
