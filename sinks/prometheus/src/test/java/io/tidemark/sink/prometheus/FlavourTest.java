package io.tidemark.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.Capabilities;
import io.tidemark.sink.Concept;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.http.ScriptedAnswer;
import io.tidemark.sink.http.ScriptedServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages as their documentation has them; that of Prometheus is also read from real ones. */
class FlavourTest {
  private static final String PROCESS =
      """
      # HELP process_cpu_seconds_total Total user and system CPU time spent in seconds.
      process_cpu_seconds_total 12.5
      process_resident_memory_bytes 1e+08
      process_start_time_seconds 1.7e+09
      go_sched_gomaxprocs_threads 4
      """;

  static Stream<Arguments> pages() {
    return Stream.of(
        Arguments.of(
            "prometheus",
            PROCESS
                + """
                prometheus_build_info{version="3.16.0",goversion="go1.26"} 1
                prometheus_tsdb_head_samples_appended_total{type="float"} 90
                prometheus_tsdb_head_samples_appended_total{type="histogram"} 10
                prometheus_tsdb_head_series_created_total 7
                prometheus_tsdb_wal_storage_size_bytes 1000
                prometheus_tsdb_head_chunks_storage_size_bytes 200
                prometheus_tsdb_storage_blocks_bytes 30
                prometheus_tsdb_wal_fsync_duration_seconds_sum 0.5
                prometheus_api_remote_write_invalid_labels_samples_total 3
                """,
            "3.16.0",
            100),
        Arguments.of(
            "thanos",
            PROCESS
                + """
                thanos_build_info{version="0.37.2"} 1
                thanos_receive_hashring_tenants{name="default"} 1
                prometheus_tsdb_head_samples_appended_total{tenant="a",type="float"} 60
                prometheus_tsdb_head_samples_appended_total{tenant="b",type="float"} 40
                """,
            "0.37.2",
            100),
        Arguments.of(
            "mimir",
            PROCESS
                + """
                cortex_build_info{version="2.14.0"} 1
                cortex_distributor_received_samples_total{user="a"} 100
                cortex_ingester_ingested_samples_total{user="a"} 300
                cortex_distributor_inflight_push_requests 5
                cortex_distributor_instance_limits{limit="max_inflight_push_requests"} 2000
                """,
            "2.14.0",
            100),
        Arguments.of(
            "cortex",
            PROCESS
                + """
                cortex_build_info{version="1.18.1"} 1
                cortex_distributor_received_samples_total{user="a"} 100
                """,
            "1.18.1",
            100),
        Arguments.of(
            "victoriametrics",
            PROCESS
                + """
                vm_app_version{version="victoria-metrics-20260101-tags-v1.151.0-0"} 1
                vm_rows_inserted_total{type="promremotewrite"} 100
                vm_concurrent_insert_capacity 8
                """,
            "1.151.0",
            100),
        Arguments.of(
            "otel-collector",
            """
            otelcol_process_cpu_seconds_total{service_name="otelcol"} 12.5
            otelcol_process_memory_rss_bytes{service_name="otelcol"} 1e+08
            otelcol_receiver_accepted_metric_points_total{receiver="prometheusremotewrite"} 100
            otelcol_exporter_queue_capacity{exporter="otlp"} 1000
            """,
            null,
            100),
        Arguments.of("unknown", PROCESS, null, -1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void readsAPage(String flavour, String page, String version, double inserted) throws Exception {
    TsdbNode node = read(page).nodes().get(0);

    assertThat(node.flags()).containsEntry(NamedPages.FLAVOUR, flavour);
    assertThat(node.version().orElse(null)).isEqualTo(version);
    assertThat(node.cpu().seconds()).hasValue(12.5);
    assertThat(node.residentBytes()).hasValue(1e8);
    assertThat(node.rows().inserted().orElse(-1)).isEqualTo(inserted);
    assertThat(node.role().takesWrites()).isTrue();
  }

  @Test
  void addsUpWhatItKeepsOnDiskAndNamesWhatItDropped() throws Exception {
    TsdbNode node = read((String) pages().findFirst().orElseThrow().get()[1]).nodes().get(0);

    assertThat(node.storage().diskBytes()).hasValue(1230);
    assertThat(node.storage().fsyncSeconds()).hasValue(0.5);
    assertThat(node.rows().newSeries()).hasValue(7);
    assertThat(node.rows().ignored()).containsOnly(Map.entry("invalid_labels", 3.0));
    assertThat(node.cpu().cores()).hasValue(4);
  }

  /** 2.42 says nothing of its log: what its blocks take is not what it has on disk. */
  @Test
  void aSumOfWhichAPartIsMissingIsNotReported() throws Exception {
    String page =
        ((String) pages().findFirst().orElseThrow().get()[1])
            .lines()
            .filter(line -> !line.startsWith("prometheus_tsdb_wal_storage_size_bytes"))
            .collect(Collectors.joining("\n", "", "\n"));

    assertThat(read(page).nodes().get(0).storage().diskBytes()).isEmpty();
  }

  /** What has no slots rules them out; what may have some and does not say leaves them open. */
  @Test
  void hasWhatItsFlavourHas() throws Exception {
    for (Arguments page : pages().toList()) {
      Capabilities of = capabilities(read((String) page.get()[1]));

      assertThat(of.has(Concept.INSERT_SLOTS))
          .as("%s", page.get()[0])
          .isEqualTo(!page.get()[0].equals("prometheus"));
      assertThat(of.orderedPerSeries()).isTrue();
    }
    assertThat(capabilities(TsdbSignals.NONE).has(Concept.INSERT_SLOTS)).isTrue();
  }

  @Test
  void takesAnyOrderWhereTheReceiverDoes() {
    TargetConfig target = TargetConfig.of("remote-write").withOption("out-of-order", "accepted");

    assertThat(new RemoteWriteReceiver().capabilities(target).orderedPerSeries()).isFalse();
  }

  @Test
  void saysOfACollectorThatItIsNotTheDatabase() throws Exception {
    assertThat(read((String) pages().toList().get(5).get()[1]).warnings())
        .singleElement()
        .asString()
        .contains("is an OpenTelemetry collector");
  }

  @Test
  void failsOnAPageWithoutMetrics() {
    assertThatThrownBy(() -> read("<html>hello</html>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no metrics of a database at ")
        .hasMessageContaining("target.metrics-urls");
  }

  private static Capabilities capabilities(TsdbSignals read) {
    return new RemoteWriteReceiver().capabilities(TargetConfig.of("remote-write"), read);
  }

  private static TsdbSignals read(String page) throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(200, page));
        var probe =
            new RemoteWriteReceiver()
                .probe(TargetConfig.of("remote-write", server.url().resolve("/api/v1/push")))) {
      TsdbSignals read = probe.read();
      assertThat(server.requests())
          .extracting(request -> request.pathAndQuery())
          .isEqualTo(List.of("/metrics"));
      return read;
    }
  }
}
