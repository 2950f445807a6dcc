package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.http.SenderTable;
import io.tidemark.sink.http.SenderTable.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Names and labels as vmagent 1.151.0 has them; numbers chosen to be told apart. */
class AgentTest {
  private static final byte[] PAGE =
      """
      vm_app_version{version="vmagent-v1.151.0", short_version="v1.151.0"} 1
      process_cpu_seconds_total 0.25
      process_cpu_cores_available 2
      process_start_time_seconds 1795767860
      vmagent_remotewrite_requests_total{url="1:secret-url", status_code="2XX"} 14
      vmagent_remotewrite_requests_total{url="1:secret-url", status_code="429"} 3
      vmagent_remotewrite_requests_total{url="1:secret-url", status_code="503"} 4
      vmagent_remotewrite_requests_total{url="1:secret-url", status_code="500"} 5
      vmagent_remotewrite_errors_total{url="1:secret-url"} 6
      vmagent_remotewrite_queues{url="1:secret-url"} 8
      vmagent_remotewrite_queues{url="2:secret-url"} 16
      vmagent_remotewrite_send_duration_seconds_total{url="1:secret-url"} 0.5
      vmagent_remotewrite_bytes_sent_total{url="1:secret-url"} 196311
      vmagent_remotewrite_pending_data_bytes{path="/q/1_1C", url="1:secret-url"} 77
      vmagent_remotewrite_packets_dropped_total{url="1:secret-url"} 2
      vmagent_remotewrite_rows_pushed_after_relabel_total{path="/q/1_1C",url="1:secret-url"} 13885
      """
          .getBytes(StandardCharsets.UTF_8);

  private final Agent agent = new Agent();

  @Test
  void readsEachQueueAndTheProcess() {
    assertThat(agent.isOf(PAGE)).isTrue();
    Map<String, Map<Quantity, Double>> read = agent.read(PAGE);

    assertThat(read.get(""))
        .isEqualTo(
            Map.of(
                Quantity.CPU_SECONDS, 0.25,
                Quantity.CORES, 2.0,
                Quantity.START_SECONDS, 1795767860.0));
    assertThat(read.get("1:secret-url"))
        .isEqualTo(
            Map.of(
                Quantity.REQUESTS, 14.0 + 3 + 4 + 5 + 6,
                Quantity.TURNED_AWAY, 7.0,
                Quantity.FAILED, 11.0,
                Quantity.REQUESTS_DROPPED, 2.0,
                Quantity.BOUND, 8.0,
                Quantity.IN_FLIGHT_SECONDS, 0.5,
                Quantity.BYTES, 196311.0,
                Quantity.PENDING_BYTES, 77.0,
                Quantity.SAMPLES, 13885.0));
    assertThat(read.get("2:secret-url")).isEqualTo(Map.of(Quantity.BOUND, 16.0));
  }

  @Test
  void knowsHowToAskForThem() {
    assertThat(agent.query(Quantity.IN_FLIGHT_SECONDS))
        .contains("rate(vmagent_remotewrite_send_duration_seconds_total[5m])");
    assertThat(agent.query(Quantity.PENDING_BYTES))
        .contains("vmagent_remotewrite_pending_data_bytes");
    assertThat(agent.query(Quantity.NEWEST_SECONDS)).isEmpty();
  }

  @Test
  void isFoundByWhoReadsPagesOfSenders() {
    assertThat(ServiceLoader.load(SenderTable.class))
        .anyMatch(each -> each.product().equals("vmagent"));
  }
}
