package io.tidemark.job.observe;

import java.util.Optional;

/**
 * What a writer counts since its attempt began; a counter is declared here and nowhere else. A call
 * sends once, and a batch takes one or more; {@link io.tidemark.sink.RequestTiming} is a call's
 * latency.
 *
 * <p>An {@link Observation} carries the values in this order, and may come from a job of another
 * version. So a new counter goes to the end, and none is moved or removed.
 */
public enum WriterCounter {
  /** Samples that were acknowledged. */
  SAMPLES(Unit.COUNT, "samples_written_total"),
  /** The integral of the batches in flight over time. */
  IN_FLIGHT_SECONDS(Unit.SECONDS, "in_flight_batch_seconds_total"),
  /** The time with a batch in hand and no permit. */
  PERMIT_WAIT_SECONDS(Unit.SECONDS, "permit_wait_seconds_total"),
  /** Batches that were delivered. */
  BATCHES(Unit.COUNT, null),
  /** The sum over the delivered batches of the time from permit to end. */
  BATCH_SECONDS(Unit.SECONDS, null),
  CALLS(Unit.COUNT, null),
  /** Calls that the database put off because it has too much to do. */
  THROTTLED(Unit.COUNT, null),
  /** Other calls that are to be retried. */
  FAILED(Unit.COUNT, null),
  /** Calls whose batch the database refused. */
  REJECTED(Unit.COUNT, null),
  /** The bytes of all bodies that were sent. */
  SENT_BYTES(Unit.BYTES, "sent_bytes_total"),
  /** The sum over the calls of the time until a connection was there. */
  CONNECT_SECONDS(Unit.SECONDS, "request_connect_seconds_total"),
  /** The sum from then until the last byte of the body was handed to the socket. */
  SEND_SECONDS(Unit.SECONDS, "request_send_seconds_total"),
  /** The sum from then until the answer was complete. */
  ANSWER_SECONDS(Unit.SECONDS, "request_answer_seconds_total"),
  /** CPU time of the client's threads. */
  HTTP_CPU_SECONDS(Unit.SECONDS, "http_cpu_seconds_total"),
  /** Calls that repeated an earlier one. */
  RETRIES(Unit.COUNT, "retries_total"),
  /** The bytes of the delivered batches before compression. */
  RAW_BYTES(Unit.BYTES, "batch_raw_bytes_total");

  /** The unit of an observed value. */
  public enum Unit {
    COUNT,
    BYTES,
    SECONDS
  }

  private final Unit unit;
  private final String metric;

  WriterCounter(Unit unit, String metric) {
    this.unit = unit;
    this.metric = metric;
  }

  public Unit unit() {
    return unit;
  }

  /** Returns the place of this counter's value in an observation. */
  @SuppressWarnings("EnumOrdinal") // Observations of all versions have the values in this order.
  public int place() {
    return ordinal();
  }

  /** Returns the name of Flink's metric; empty if Flink does not show this counter by itself. */
  public Optional<String> metric() {
    return Optional.ofNullable(metric);
  }
}
