package io.tidemark.sink.victoriametrics;

import static io.tidemark.sink.http.SenderTable.Quantity.BOUND;
import static io.tidemark.sink.http.SenderTable.Quantity.BYTES;
import static io.tidemark.sink.http.SenderTable.Quantity.CORES;
import static io.tidemark.sink.http.SenderTable.Quantity.CPU_SECONDS;
import static io.tidemark.sink.http.SenderTable.Quantity.FAILED;
import static io.tidemark.sink.http.SenderTable.Quantity.IN_FLIGHT_SECONDS;
import static io.tidemark.sink.http.SenderTable.Quantity.PENDING_BYTES;
import static io.tidemark.sink.http.SenderTable.Quantity.REQUESTS;
import static io.tidemark.sink.http.SenderTable.Quantity.REQUESTS_DROPPED;
import static io.tidemark.sink.http.SenderTable.Quantity.SAMPLES;
import static io.tidemark.sink.http.SenderTable.Quantity.SAMPLES_DROPPED;
import static io.tidemark.sink.http.SenderTable.Quantity.START_SECONDS;
import static io.tidemark.sink.http.SenderTable.Quantity.TURNED_AWAY;

import io.tidemark.sink.http.SenderTable;
import java.util.List;

/**
 * Parses the page of a vmagent, with its queue to each {@code -remoteWrite.url}. The metrics' names
 * are those of versions 1.79 to 1.151; 1.79 has no metric for the number of queues.
 */
public final class Agent extends SenderTable {
  private static final String PREFIX = "vmagent_remotewrite_";
  private static final String URL = "url";
  private static final String STATUS = "status_code";
  private static final String REQUESTS_TOTAL = PREFIX + "requests_total";

  public Agent() {
    super(
        "vmagent",
        PREFIX,
        List.of(
            Row.of(START_SECONDS, MetricsPage.START_SECONDS),
            Row.of(CPU_SECONDS, MetricsPage.CPU_SECONDS),
            Row.of(CORES, "process_cpu_cores_available"),
            Row.of(REQUESTS, REQUESTS_TOTAL, URL),
            Row.of(TURNED_AWAY, REQUESTS_TOTAL, URL).where(STATUS, "429|503"),
            Row.of(FAILED, REQUESTS_TOTAL, URL).where(STATUS, "(?!429|503)[3-5]\\d\\d"),
            // These requests got no answer.
            Row.of(REQUESTS, PREFIX + "errors_total", URL),
            Row.of(FAILED, PREFIX + "errors_total", URL),
            Row.of(REQUESTS_DROPPED, PREFIX + "packets_dropped_total", URL),
            Row.of(SAMPLES, PREFIX + "rows_pushed_after_relabel_total", URL),
            Row.of(SAMPLES_DROPPED, PREFIX + "samples_dropped_total", URL),
            Row.of(BYTES, PREFIX + "bytes_sent_total", URL),
            Row.of(IN_FLIGHT_SECONDS, PREFIX + "send_duration_seconds_total", URL),
            Row.of(BOUND, PREFIX + "queues", URL),
            Row.of(PENDING_BYTES, PREFIX + "pending_data_bytes", URL)),
        "vmagent sends as many blocks at once as -remoteWrite.queues says");
  }
}
