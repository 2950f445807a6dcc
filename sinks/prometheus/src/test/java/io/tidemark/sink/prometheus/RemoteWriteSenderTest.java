package io.tidemark.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.http.PageFormat;
import io.tidemark.sink.http.SenderTable;
import io.tidemark.sink.http.SenderTable.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Names and labels as Prometheus 3.16 has them; numbers chosen to be told apart. */
class RemoteWriteSenderTest {
  private static final String QUEUE =
      "{remote_name=\"89d76b\",url=\"http://127.0.0.1:18428/api/v1/write\"}";
  private static final byte[] PAGE =
      """
      go_sched_gomaxprocs_threads 2
      process_cpu_seconds_total 0.25
      process_start_time_seconds 1.79576786e+09
      prometheus_build_info{version="3.16.0"} 1
      prometheus_tsdb_head_samples_appended_total{type="float"} 9
      prometheus_remote_storage_bytes_totalQ 253745
      prometheus_remote_storage_highest_timestamp_in_seconds 1.795767875e+09
      prometheus_remote_storage_queue_highest_sent_timestamp_secondsQ 1.795767873e+09
      prometheus_remote_storage_queue_highest_timestamp_secondsQ 1.795767875e+09
      prometheus_remote_storage_samples_dropped_totalD"dropped_series"} 500
      prometheus_remote_storage_samples_dropped_totalD"too_old"} 2
      prometheus_remote_storage_samples_failed_totalQ 1
      prometheus_remote_storage_samples_retried_totalQ 40
      prometheus_remote_storage_samples_totalQ 12000
      prometheus_remote_storage_histograms_totalQ 50
      prometheus_remote_storage_sent_batch_duration_seconds_sumQ 0.75
      prometheus_remote_storage_sent_batch_duration_seconds_countQ 6
      prometheus_remote_storage_shardsQ 1
      prometheus_remote_storage_shards_maxQ 50
      """
          .replace("Q ", QUEUE + " ")
          .replace("D\"", QUEUE.replace("}", ",reason=\""))
          .getBytes(StandardCharsets.UTF_8);

  private final RemoteWriteSender sender = new RemoteWriteSender();

  @Test
  void readsEachQueueAndTheProcess() {
    assertThat(sender.isOf(PAGE)).isTrue();
    Map<String, Map<Quantity, Double>> read = sender.read(PAGE);

    assertThat(read.get(""))
        .isEqualTo(
            Map.of(
                Quantity.CPU_SECONDS, 0.25,
                Quantity.CORES, 2.0,
                Quantity.START_SECONDS, 1.79576786e+09));
    assertThat(read.get("89d76b"))
        .isEqualTo(
            Map.of(
                Quantity.REQUESTS, 6.0,
                Quantity.IN_FLIGHT_SECONDS, 0.75,
                Quantity.BOUND, 50.0,
                Quantity.SAMPLES, 12050.0,
                Quantity.SAMPLES_AGAIN, 40.0,
                Quantity.SAMPLES_DROPPED, 3.0,
                Quantity.BYTES, 253745.0,
                Quantity.NEWEST_SECONDS, 1.795767875e+09,
                Quantity.SENT_SECONDS, 1.795767873e+09));
  }

  /** Without remote_write it has names of it all the same. */
  @Test
  void oneThatSendsNothingIsNoSender() {
    byte[] page =
        "prometheus_remote_storage_highest_timestamp_in_seconds 1\nprometheus_remote_storage_samples_in_total 1\n"
            .getBytes(StandardCharsets.UTF_8);
    assertThat(sender.isOf(page)).isFalse();
  }

  @Test
  void bothAreFoundByWhoReadsPages() {
    assertThat(ServiceLoader.load(SenderTable.class))
        .anyMatch(each -> each.product().equals("Prometheus"));
    assertThat(ServiceLoader.load(PageFormat.class))
        .anyMatch(each -> each.isOf(PAGE) && each.read(PAGE, "p", 1).isPresent());
  }

  /** Each flavour once, though a service reads them, too. */
  @Test
  void flavoursAreReadByName() {
    assertThat(NamedPages.all())
        .extracting(NamedPages.class::cast)
        .extracting(NamedPages::product)
        .doesNotHaveDuplicates()
        .contains("prometheus", "mimir", "unknown");
    assertThat(new ReceiverPages().read(PAGE, "p", 1).orElseThrow().flags())
        .containsEntry("flavour", "prometheus");
    byte[] stranger = "process_cpu_seconds_total 1\n".getBytes(StandardCharsets.UTF_8);
    assertThat(new ReceiverPages().isOf(stranger)).isFalse();
  }
}
