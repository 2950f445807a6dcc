package io.tidemark.diagnose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicPageTest {
  private final PublicPage pages = new PublicPage(false);

  private String of(String page) {
    return new String(pages.of(page.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void valuesOfSettingsThatLookSecretAreDropped() {
    String page =
        of(
            """
flag{name="httpAuth.password", value="hunter2", is_set="true"} 1
flag{name="remoteWrite.bearerToken", value="77001", is_set="true"} 1
flag{name="remoteWrite.url", value="https://u:p@vm.corp.example/write?token=x", is_set="true"} 1
flag{name="maxConcurrentInserts", value="8", is_set="true"} 1
flag{name="retentionPeriod", value="13M", is_set="true"} 1
flag{name="storageDataPath", value="/mnt/customer-a", is_set="true"} 1
""");

    assertThat(page)
        .doesNotContain("hunter2", "77001", "corp", "example", "customer-a")
        .contains("name=\"httpAuth.password\",value=\"\"")
        .contains("name=\"maxConcurrentInserts\",value=\"8\"")
        .contains("name=\"retentionPeriod\",value=\"13M\"");
    assertThat(pages.droppedFlags())
        .containsExactly("httpAuth.password", "remoteWrite.bearerToken", "remoteWrite.url");
  }

  /** Whatever is asked for. */
  @Test
  void secretsAreDroppedFromRawPagesToo() {
    var raw = new PublicPage(true);
    String page =
        new String(
            raw.of(
                """
                flag{name="httpAuth.password", value="hunter2", is_set="true"} 1
                vm_rpc_send_duration_seconds_total{addr="storage-1.corp:8400"} 5
                shop_orders_total{customer="acme"} 3
                """
                    .getBytes(UTF_8)),
            UTF_8);

    assertThat(page).doesNotContain("hunter2").contains("storage-1.corp:8400").contains("acme");
  }

  /** As a vmagent shows it with {@code -remoteWrite.showURL}. */
  @Test
  void loginsInAddressesAreDroppedFromRawPagesToo() {
    String page =
        new String(
            new PublicPage(true)
                .of(
                    """
                    vmagent_remotewrite_queues{url="1:https://me:hunter2@db.corp/write"} 4
                    vmagent_remotewrite_queues{url="2:https://db.corp/write?token=hunter2"} 4
                    vmagent_remotewrite_queues{url="3:https://db.corp/write"} 4
                    """
                        .getBytes(UTF_8)),
            UTF_8);

    assertThat(page).doesNotContain("hunter2").contains("3:https://db.corp/write");
  }

  /** Such a metric may be anybody's. */
  @Test
  void whatIsNoNameOfASettingIsAPseudonym() {
    assertThat(of("flag{name=\"acme corp: eu\",value=\"8\",is_set=\"acme\"} 1\n"))
        .doesNotContain("acme")
        .contains("value=\"8\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vm_rpc_send_duration_seconds_total{addr=\"SECRET-1.corp:8400\"} 5",
        "vm_tenant_inserted_rows_total{accountID=\"SECRET\",projectID=\"0\"} 5",
        "prometheus_remote_storage_shards{remote_name=\"SECRET\",url=\"http://SECRET/\"} 1",
        "node_network_up{device=\"SECRET\"} 1",
        "node_disk_io_time_seconds_total{device=\"SECRET\"} 1",
        "vmagent_remotewrite_pending_data_bytes{path=\"/mnt/SECRET/q\", url=\"1:x\"} 1",
        "vmagent_remotewrite_pending_data_bytes{path=\"/data/SECRET\"} 1",
        "container_cpu_usage_seconds_total{pod=\"SECRET\",type=\"10.0.0.1:80 SECRET\"} 1",
        "flink_taskmanager_job_numRestarts{job_name=\"SECRET\",host=\"SECRET\"} 1",
        "up{instance=\"SECRET:9100\",job=\"SECRET\"} 1",
        "shop_SECRET_total 1",
        "process_cpu_seconds_total 5 # {trace=\"SECRET\"} 1",
        "go_info{version=\"go1.26.8 SECRET @home\"} 1",
        "vm_x{a=\"SECRET",
      })
  void nothingOfWhoRunsItStays(String line) {
    assertThat(of(line + "\n# HELP SECRET SECRET\n"))
        .doesNotContain("SECRET")
        .doesNotContain("corp");
  }

  @Test
  void oneValueHasOnePseudonymAndAnotherCollectionAnother() {
    String line = "vm_rpc_vmstorage_is_reachable{addr=\"storage-1:8400\"} 1\n";
    String twice = of(line + line);
    String first = twice.lines().findFirst().orElseThrow();
    assertThat(twice).isEqualTo(first + "\n" + first + "\n");
    assertThat(first).matches("vm_rpc_vmstorage_is_reachable\\{addr=\"p-[0-9a-f]{16}\"} 1");
    assertThat(new String(new PublicPage(false).of(line.getBytes(UTF_8)), UTF_8).strip())
        .isNotEqualTo(first);
    assertThat(pages.pseudonyms()).isEqualTo(1);
  }

  /** What a diagnosis reads is what it was. */
  @Test
  void whatIsReadStays() {
    String page =
        """
process_cpu_seconds_total 12.5
vm_app_version{short_version="v1.151.0",version="vmagent-v1.151.0"} 1
vm_http_requests_total{path="/api/v1/write",protocol="promremotewrite"} 19
vm_http_requests_total{path="/insert/{}/prometheus/api/v1/write",protocol="promremotewrite"} 19
vm_rows_ignored_total{reason="big_timestamp"} 7
vmagent_remotewrite_duration_seconds_bucket{vmrange="1.896e-03...2.154e-03"} 2
vmagent_remotewrite_requests_total{status_code="2XX"} 14
node_cpu_seconds_total{cpu="0",mode="idle"} 1e+09
node_disk_io_time_seconds_total{device="nvme0n1"} 7
""";
    assertThat(of(page)).isEqualTo(page);
  }

  @Test
  void aTenantInAPathIsNoPath() {
    assertThat(of("vm_http_requests_total{path=\"/insert/42:7/prometheus/api/v1/write\"} 1\n"))
        .isEqualTo("vm_http_requests_total{path=\"/insert/{}/prometheus/api/v1/write\"} 1\n");
  }
}
