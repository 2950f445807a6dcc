package io.tidemark.benchmarks.soak;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Records whose amplified set follows by arithmetic: hosts of ten metrics each, a sample of every
 * series in every tick, Influx lines.
 *
 * @param start of the first tick
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

  /** Of a value. Sums of so small integers are exact, in a database of decimals, too. */
  private static final int BOUND = 1_000;

  /** As many ticks as it takes for that many samples. */
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
   * @param number from 0 to {@link #records}
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

  /** As the database makes it of measurement and field. */
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

  /** When a series' copy lies, and what the series' first and last ones are. */
  long timestampMillis(long copy) {
    return start.toEpochMilli() + copy * INTERVAL_SECONDS * 1_000L / M;
  }
}
