package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.TsdbNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Names and labels as the named versions have them; numbers chosen to be told apart. */
class MetricsPageTest {
  private static final String SINGLE_NODE_1_79 =
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
      vm_concurrent_addrows_limit_timeout_total 94
      vm_concurrent_insert_current 3
      vm_concurrent_insert_capacity 8
      vm_concurrent_insert_limit_reached_total 5
      vm_concurrent_insert_limit_timeout_total 4
      vm_http_requests_total{path="/api/v1/write", protocol="promremotewrite"} 60
      vm_http_requests_total{path="/write", protocol="influx"} 10
      vm_http_requests_total{path="/api/v1/query"} 900
      vm_http_requests_total{path="/api/v1/query_range"} 50
      vm_http_requests_total{path="/api/v1/labels"} 7
      vm_concurrent_select_current 6
      vm_concurrent_select_capacity 4
      vmagent_remotewrite_pending_data_bytes{url="1:secret-url"} 77
      vm_rows_inserted_total{type="promremotewrite"} 100
      vm_rows_inserted_total{type="influx"} 20
      vm_rows_ignored_total{reason="big_timestamp"} 7
      vm_rows_ignored_total{reason="small_timestamp"} 0
      vm_hourly_series_limit_rows_dropped_total 3
      vm_slow_row_inserts_total 13
      vm_cache_requests_total{type="storage/tsid"} 2000
      vm_cache_requests_total{type="indexdb/dataBlocks"} 35
      vm_cache_misses_total{type="storage/tsid"} 1000
      vm_cache_misses_total{type="indexdb/dataBlocks"} 17
      vm_cache_size_bytes{type="indexdb/dataBlocks"} 9000
      vm_cache_size_max_bytes{type="indexdb/dataBlocks"} 10000
      vm_cache_size_max_bytes{type="storage/tsid"} 60000
      vm_rows_added_to_storage_total 110
      vm_active_merges{type="storage/inmemory"} 5
      vm_active_merges{type="storage/small"} 1
      vm_active_merges{type="storage/big"} 2
      vm_new_timeseries_created_total 12
      vm_storage_is_read_only{path="/data"} 1
      vm_data_size_bytes{type="indexdb"} 10
      vm_data_size_bytes{type="storage/big"} 200
      vm_data_size_bytes{type="storage/inmemory"} 4000
      vm_filestream_write_duration_seconds_total 0.25
      flag{name="maxConcurrentInserts", value="8", is_set="false"} 1
      flag{name="retentionPeriod", value="100y", is_set="true"} 1
      flag{name="httpListenAddr", value=":8428", is_set="true"} 1
      flag{name="storageDataPath", value="/data", is_set="true"} 1
      flag{name="loggerLevel", value="WARN", is_set="true"} 1
      flag{name="loggerFormat", value="default", is_set="false"} 1
      """;

  private static final String VMSTORAGE_1_79 =
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

  private static final String VMINSERT_1_150 =
      """
      vm_app_version{version="vminsert-20260801-000000-tags-v1.150.0-cluster-0-gabc", short_version="v1.150.0"} 1
      process_cpu_seconds_total 3
      process_pressure_cpu_waiting_seconds_total 1.5
      process_pressure_io_waiting_seconds_total 5.5
      process_pressure_io_stalled_seconds_total 4.5
      process_pressure_memory_waiting_seconds_total 6.5
      process_pressure_memory_stalled_seconds_total 3.5
      vm_concurrent_insert_current 16
      vm_concurrent_insert_capacity 16
      vm_rows_inserted_total{type="promremotewrite"} 500
      vm_rpc_send_duration_seconds_total{name="vminsert", addr="a:8400", rpc_call="writeRows_v1"} 30
      vm_rpc_send_duration_seconds_total{name="vminsert", addr="b:8400", rpc_call="writeRows_v1"} 20
      vm_rpc_send_duration_seconds_total{name="vminsert", addr="b:8400", rpc_call="writeMetadata_v1"} 0.5
      vm_rpc_vmstorage_is_read_only{name="vminsert", addr="a:8400", rpc_call="writeRows_v1"} 0
      vm_rpc_vmstorage_is_reachable{name="vminsert", addr="a:8400", rpc_call="writeRows_v1"} 1
      """;

  private static final String VMSELECT_1_150 =
      """
      process_cpu_seconds_total 7
      vm_concurrent_select_current 2
      vm_concurrent_select_capacity 4
      vm_http_requests_total{path="/select/{}/prometheus/api/v1/query"} 30
      vm_http_requests_total{path="/select/{}/prometheus/api/v1/query_range"} 40
      """;

  private static final String VMSTORAGE_1_150 =
      """
      process_cpu_seconds_total 4
      vm_concurrent_insert_current 2
      vm_concurrent_insert_capacity 32
      vm_storage_is_read_only{path="/data"} 0
      vm_filestream_fsync_duration_seconds_total 0.75
      """;

  @Test
  void readsWhoOnlyAnswersQueries() {
    TsdbNode select = node(VMSELECT_1_150);

    assertThat(select.role()).isEqualTo(TsdbNode.Role.SELECT);
    assertThat(select.selects().requests()).hasValue(30 + 40);
    assertThat(select.slots().requests()).isEmpty();
  }

  @Test
  void readsASingleNode() {
    OptionalDouble absent = OptionalDouble.empty();

    assertThat(node(SINGLE_NODE_1_79))
        .isEqualTo(
            new TsdbNode(
                "node",
                TsdbNode.Role.SINGLE,
                42,
                Optional.of("1.79.5"),
                OptionalDouble.of(1795232974),
                new TsdbNode.Cpu(OptionalDouble.of(12.5), OptionalDouble.of(1)),
                new TsdbNode.Pressure(
                    absent,
                    absent,
                    absent,
                    absent,
                    absent,
                    absent,
                    absent,
                    new TsdbNode.IndexCache(
                        OptionalDouble.of(35),
                        OptionalDouble.of(17),
                        OptionalDouble.of(17 * 95e-6),
                        OptionalDouble.of(0.9))),
                OptionalDouble.of(1000),
                new TsdbNode.Slots(
                    OptionalDouble.of(3),
                    OptionalDouble.of(8),
                    OptionalDouble.of(5),
                    OptionalDouble.of(4),
                    Optional.of(true),
                    OptionalDouble.of(60 + 10)),
                new TsdbNode.Rows(
                    OptionalDouble.of(100 + 20),
                    Map.of(
                        "big_timestamp", 7.0, "small_timestamp", 0.0, "hourly_series_limit", 3.0),
                    OptionalDouble.of(13),
                    OptionalDouble.of(12),
                    OptionalDouble.of(110)),
                new TsdbNode.Storage(
                    OptionalDouble.of(1),
                    OptionalDouble.of(10 + 200),
                    OptionalDouble.of(0.25),
                    absent,
                    absent,
                    OptionalDouble.of(3),
                    OptionalDouble.of(77)),
                TsdbNode.Sessions.NONE,
                Map.of(),
                Map.of(
                    "maxConcurrentInserts", "8", "retentionPeriod", "100y", "loggerLevel", "WARN"),
                new TsdbNode.Selects(
                    OptionalDouble.of(6), OptionalDouble.of(4), OptionalDouble.of(900 + 50))));
  }

  @Test
  void readsVminsertWithItsLinks() {
    TsdbNode vminsert = node(VMINSERT_1_150);

    assertThat(vminsert.role()).isEqualTo(TsdbNode.Role.INSERT);
    assertThat(vminsert.pressure())
        .isEqualTo(
            new TsdbNode.Pressure(
                OptionalDouble.of(1.5),
                OptionalDouble.of(5.5),
                OptionalDouble.of(4.5),
                OptionalDouble.of(6.5),
                OptionalDouble.of(3.5)));
    assertThat(vminsert.links())
        .containsOnlyKeys("a:8400 writeRows_v1", "b:8400 writeRows_v1", "b:8400 writeMetadata_v1");
    assertThat(vminsert.links().get("b:8400 writeRows_v1").sendSeconds()).hasValue(20);
    assertThat(vminsert.links().get("b:8400 writeRows_v1").readOnly()).isEmpty();
    assertThat(vminsert.links().get("a:8400 writeRows_v1"))
        .isEqualTo(
            new TsdbNode.Link(OptionalDouble.of(30), OptionalDouble.of(0), OptionalDouble.of(1)));
  }

  @Test
  void namesALinkOfAnOlderVersionByItsAddress() {
    TsdbNode vminsert =
        node("vm_rpc_send_duration_seconds_total{name=\"vminsert\", addr=\"a:8400\"} 1\n");

    assertThat(vminsert.links()).containsOnlyKeys("a:8400");
  }

  @Test
  void slotsThatWereSetDoNotFollowTheCores() {
    String set =
        SINGLE_NODE_1_79.replace("value=\"8\", is_set=\"false\"", "value=\"8\", is_set=\"true\"");

    assertThat(node(set).slots().followCores()).hasValue(false);
    assertThat(node(SINGLE_NODE_1_79).slots().followCores()).hasValue(true);
  }

  @Test
  void readsTheOldLimiterOfVmstorage() {
    TsdbNode vmstorage = node(VMSTORAGE_1_79);

    assertThat(vmstorage.role()).isEqualTo(TsdbNode.Role.STORAGE);
    assertThat(vmstorage.slots())
        .isEqualTo(
            new TsdbNode.Slots(
                OptionalDouble.of(1),
                OptionalDouble.of(4),
                OptionalDouble.of(2),
                OptionalDouble.empty()));
    assertThat(vmstorage.cpu().cores()).hasValue(0.5);
  }

  @Test
  void readsVmstorageOfARecentVersion() {
    TsdbNode vmstorage = node(VMSTORAGE_1_150);

    assertThat(vmstorage.role()).isEqualTo(TsdbNode.Role.STORAGE);
    assertThat(vmstorage.slots().capacity()).hasValue(32);
    assertThat(vmstorage.storage().readOnly()).hasValue(0);
    assertThat(vmstorage.storage().fsyncSeconds()).hasValue(0.75);
  }

  @Test
  void leavesOutWhatAVersionLacks() {
    TsdbNode node = node("process_cpu_seconds_total 1\nvm_app_version{version=\"\"} 1\n");

    assertThat(node.role()).isEqualTo(TsdbNode.Role.OTHER);
    assertThat(node.cpu().seconds()).hasValue(1);
    assertThat(node.version()).isEmpty();
    assertThat(node.cpu().cores()).isEmpty();
    assertThat(node.slots().capacity()).isEmpty();
    assertThat(node.rows().inserted()).isEmpty();
    assertThat(node.rows().ignored()).isEmpty();
    assertThat(node.storage().diskBytes()).isEmpty();
  }

  private static TsdbNode node(String page) {
    return MetricsPage.parse(page.getBytes(StandardCharsets.UTF_8)).node("node", 42);
  }
}
