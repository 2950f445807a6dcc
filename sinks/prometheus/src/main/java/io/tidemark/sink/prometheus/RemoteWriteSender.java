package io.tidemark.sink.prometheus;

import static io.tidemark.sink.http.SenderTable.Quantity.BOUND;
import static io.tidemark.sink.http.SenderTable.Quantity.BYTES;
import static io.tidemark.sink.http.SenderTable.Quantity.CORES;
import static io.tidemark.sink.http.SenderTable.Quantity.CPU_SECONDS;
import static io.tidemark.sink.http.SenderTable.Quantity.IN_FLIGHT_SECONDS;
import static io.tidemark.sink.http.SenderTable.Quantity.NEWEST_SECONDS;
import static io.tidemark.sink.http.SenderTable.Quantity.REQUESTS;
import static io.tidemark.sink.http.SenderTable.Quantity.SAMPLES;
import static io.tidemark.sink.http.SenderTable.Quantity.SAMPLES_AGAIN;
import static io.tidemark.sink.http.SenderTable.Quantity.SAMPLES_DROPPED;
import static io.tidemark.sink.http.SenderTable.Quantity.SENT_SECONDS;
import static io.tidemark.sink.http.SenderTable.Quantity.START_SECONDS;

import io.tidemark.sink.http.SenderTable;
import java.util.List;

/**
 * The page of a Prometheus that sends by remote write, with its queue to each destination. It has
 * as many shards as it thinks it needs, up to a bound. Names as of 2.45 to 3.16.
 */
public final class RemoteWriteSender extends SenderTable {
  private static final String PREFIX = "prometheus_remote_storage_";
  private static final String QUEUE = "remote_name";

  public RemoteWriteSender() {
    super(
        "Prometheus",
        PREFIX + "shards{",
        List.of(
            Row.of(START_SECONDS, "process_start_time_seconds"),
            Row.of(CPU_SECONDS, "process_cpu_seconds_total"),
            Row.of(CORES, "go_sched_gomaxprocs_threads"),
            Row.of(REQUESTS, PREFIX + "sent_batch_duration_seconds_count", QUEUE),
            Row.of(IN_FLIGHT_SECONDS, PREFIX + "sent_batch_duration_seconds_sum", QUEUE),
            Row.of(BOUND, PREFIX + "shards_max", QUEUE),
            Row.of(SAMPLES, PREFIX + "samples_total", QUEUE),
            Row.of(SAMPLES, PREFIX + "histograms_total", QUEUE),
            Row.of(SAMPLES_AGAIN, PREFIX + "samples_retried_total", QUEUE),
            // What a rule of relabelling drops is not to be sent.
            Row.of(SAMPLES_DROPPED, PREFIX + "samples_dropped_total", QUEUE)
                .where("reason", "too_old|unintentionally_dropped_series"),
            Row.of(SAMPLES_DROPPED, PREFIX + "samples_failed_total", QUEUE),
            Row.of(BYTES, PREFIX + "bytes_total", QUEUE),
            Row.of(NEWEST_SECONDS, PREFIX + "queue_highest_timestamp_seconds", QUEUE),
            Row.of(SENT_SECONDS, PREFIX + "queue_highest_sent_timestamp_seconds", QUEUE)),
        "Prometheus has as many requests in flight as shards, up to queue_config.max_shards of its"
            + " remote_write");
  }
}
