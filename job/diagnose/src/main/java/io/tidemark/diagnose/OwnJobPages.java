package io.tidemark.diagnose;

import static io.tidemark.sink.http.SenderTable.Quantity.BOUND;
import static io.tidemark.sink.http.SenderTable.Quantity.BYTES;
import static io.tidemark.sink.http.SenderTable.Quantity.FAILED;
import static io.tidemark.sink.http.SenderTable.Quantity.IN_FLIGHT_SECONDS;
import static io.tidemark.sink.http.SenderTable.Quantity.REQUESTS;
import static io.tidemark.sink.http.SenderTable.Quantity.SAMPLES;
import static io.tidemark.sink.http.SenderTable.Quantity.SAMPLES_DROPPED;
import static io.tidemark.sink.http.SenderTable.Quantity.THREAD_SECONDS;
import static io.tidemark.sink.http.SenderTable.Quantity.TURNED_AWAY;
import static io.tidemark.sink.http.SenderTable.Quantity.WAIT_SECONDS;

import io.tidemark.sink.http.SenderTable;
import java.util.List;

/** The page of a TaskManager that runs a job of ours, as Flink's Prometheus reporter writes it. */
final class OwnJobPages extends SenderTable {
  private static final String PREFIX = "flink_taskmanager_job_task_operator_tidemark_";
  private static final String CALLS = PREFIX + "outcome_requests_total";
  private static final String OUTCOME = "outcome";
  private static final String DEAD_LETTERS = PREFIX + "samples_dead_lettered_total";

  OwnJobPages() {
    super(
        "Tidemark",
        PREFIX,
        List.of(
            Row.of(REQUESTS, CALLS),
            Row.of(TURNED_AWAY, CALLS).where(OUTCOME, "throttled"),
            Row.of(FAILED, CALLS).where(OUTCOME, "retry|reject|fatal|deadline"),
            Row.of(SAMPLES, PREFIX + "samples_acked_total"),
            Row.of(SAMPLES, DEAD_LETTERS),
            Row.of(SAMPLES_DROPPED, DEAD_LETTERS),
            Row.of(BYTES, PREFIX + "sent_bytes_total"),
            Row.of(IN_FLIGHT_SECONDS, PREFIX + "in_flight_batch_seconds_total"),
            Row.of(BOUND, PREFIX + "in_flight_bound_batches"),
            Row.of(WAIT_SECONDS, PREFIX + "permit_wait_seconds_total", "subtask_index"),
            Row.of(
                THREAD_SECONDS, PREFIX + "task_cpu_seconds_total", "task_name", "subtask_index")),
        "Tidemark has as many requests in flight as write.in-flight says");
  }
}
