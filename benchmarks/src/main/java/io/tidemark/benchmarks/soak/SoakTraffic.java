package io.tidemark.benchmarks.soak;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Records whose amplified samples can be computed: hosts with ten metrics each, one sample of every
 * series in every tick, as Influx lines.
 *
 * @param start time of the first tick
 */
record SoakTraffic(long ticks, Instant start) {
  static final int HOSTS = 2_000;
  static final int METRICS = 10;
  static final int SERIES = HOSTS * METRICS;
  static final int M = 20;
  static final int INTERVAL_SECONDS = 60;
  static final int RECORD_SAMPLES = 1_000;
  private static final int RECORD_HOSTS = RECORD_SAMPLES / METRICS;
  private static final int RECORDS_PER_TICK = HOSTS / RECORD_HOSTS;

  /**
   * Upper bound of values. Sums of such small integers are exact, even in a database of decimals.
   */
  private static final int BOUND = 1_000;

  /** Returns traffic with the ticks that this many samples need. */
  static SoakTraffic of(double samples, Instant start) {
    return new SoakTraffic((long) Math.ceil(samples / SERIES), start);
  }

  long samples() {
    return ticks * SERIES;
  }

  long records() {
    return ticks * RECORDS_PER_TICK;
  }

  /**
   * @param number number of the record, from 0 to below {@link #records}
   */
  byte[] record(long number) {
    long tick = number / RECORDS_PER_TICK;
    int first = (int) (number % RECORDS_PER_TICK) * RECORD_HOSTS;
    long timestamp = start.plusSeconds(tick * INTERVAL_SECONDS).getEpochSecond() * 1_000_000_000L;
    var lines = new StringBuilder();
    for (int host = first; host < first + RECORD_HOSTS; host++) {
      lines.append("soak,host=").append(host).append(' ');
      for (int metric = 0; metric < METRICS; metric++) {
        lines.append(metric == 0 ? "m" : ",m").append(metric);
        lines.append('=').append(value(tick, host, metric));
      }
      lines.append(' ').append(timestamp).append('\n');
    }
    return lines.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the series' name, which the database makes of measurement and field. */
  static String name(int metric) {
    return "soak_m" + metric;
  }

  static int value(long tick, int host, int metric) {
    return (int) ((7 * tick + 13L * host + 101L * metric) % BOUND);
  }

  long storedPerSeries() {
    return ticks * M;
  }

  long storedSum(int host, int metric) {
    long sum = 0;
    for (long tick = 0; tick < ticks; tick++) {
      sum += value(tick, host, metric);
    }
    return M * sum;
  }

  /**
   * Returns the time of a series' copy, which also gives the times of its first and last copies.
   */
  long timestampMillis(long copy) {
    return start.toEpochMilli() + copy * INTERVAL_SECONDS * 1_000L / M;
  }
}
