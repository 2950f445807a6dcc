package io.tidemark.measure;

import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.ProcessReading;
import io.tidemark.job.observe.WriterCounter;
import io.tidemark.statistics.LittleCheck;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongToDoubleFunction;
import org.HdrHistogram.Histogram;

/** Everything that a job's subtasks and processes reported since it started. */
final class JobLog {
  /** The time from one rate of a step to the next. */
  static final long GRID_MILLIS = 100;

  private static final int LATENCY_DIGITS = 3;

  /** A process that has reported nothing for so long, the time of several reports, has ended. */
  private static final long SILENCE_MILLIS = 2_000;

  private record Attempt(int subtask, int attempt, String process) {}

  private final Map<Attempt, WriterLog> writers = new LinkedHashMap<>();
  private final Map<String, ProcessLog> processes = new LinkedHashMap<>();
  private long known = -1;

  /** Returns the number of the last observation in here. */
  long known() {
    return known;
  }

  void add(Observations read) {
    known = Math.max(known, read.last());
    for (Observation observation : read.observations()) {
      ProcessReading process = observation.process();
      processes
          .computeIfAbsent(process.id(), id -> new ProcessLog(process))
          .add(observation.epochMillis(), process);
      if (observation.writing() != null) {
        var attempt = new Attempt(observation.subtask(), observation.attempt(), process.id());
        writers.computeIfAbsent(attempt, key -> new WriterLog()).add(observation);
      }
    }
  }

  boolean isEmpty() {
    return writers.isEmpty();
  }

  /**
   * Returns the samples acknowledged until then since the job started, as far as was reported; an
   * attempt's last report may be lost.
   */
  double samples(long millis) {
    return writers.values().stream().mapToDouble(log -> log.samples(millis)).sum();
  }

  long firstMillis() {
    return writers.values().stream().mapToLong(WriterLog::firstMillis).min().orElseThrow();
  }

  long lastMillis() {
    return writers.values().stream().mapToLong(WriterLog::lastMillis).max().orElseThrow();
  }

  /** Returns the growth of a counter over all writers. */
  double growth(WriterCounter count, long fromMillis, long toMillis) {
    return writers.values().stream()
        .mapToDouble(log -> log.growth(count, fromMillis, toMillis))
        .sum();
  }

  double ratePerSecond(WriterCounter count, long fromMillis, long toMillis) {
    return growth(count, fromMillis, toMillis) * 1e3 / (toMillis - fromMillis);
  }

  LittleCheck little(long fromMillis, long toMillis) {
    double batches = ratePerSecond(WriterCounter.BATCHES, fromMillis, toMillis);
    double residence = ratePerSecond(WriterCounter.BATCH_SECONDS, fromMillis, toMillis);
    return new LittleCheck(
        ratePerSecond(WriterCounter.IN_FLIGHT_SECONDS, fromMillis, toMillis),
        batches,
        batches > 0 ? residence / batches : 0,
        (toMillis - fromMillis) / 1e3);
  }

  /**
   * @param due whether to take the times of samples since they were due, not those of calls
   */
  Histogram latencyMicros(boolean due, long fromMillis, long toMillis) {
    var micros = new Histogram(LATENCY_DIGITS);
    writers.values().forEach(writer -> writer.addLatencies(micros, due, fromMillis, toMillis));
    return micros;
  }

  /** Returns the CPU seconds of all processes. */
  double cpuSeconds(long fromMillis, long toMillis) {
    return processes.values().stream()
        .mapToDouble(process -> process.cpuSeconds(fromMillis, toMillis))
        .sum();
  }

  /** Returns the moment up to which all writers and processes that still report have reported. */
  long completeUntilMillis() {
    long writersUntil =
        current().stream().mapToLong(WriterLog::lastMillis).min().orElse(Long.MIN_VALUE);
    return processes.values().stream()
        .mapToLong(ProcessLog::lastMillis)
        .filter(last -> last > writersUntil - SILENCE_MILLIS)
        .reduce(writersUntil, Math::min);
  }

  /** Returns the latest attempt of each writer. */
  private Collection<WriterLog> current() {
    var latest = new TreeMap<Integer, WriterLog>();
    writers.forEach((attempt, log) -> latest.put(attempt.subtask(), log));
    return latest.values();
  }

  /** Returns the batches that the whole job may have in flight, as its processes reported last. */
  int inFlightBound() {
    Collection<WriterLog> reporting = current();
    var byProcess = new TreeMap<String, Integer>();
    writers.forEach(
        (attempt, log) -> {
          if (reporting.contains(log)) {
            byProcess.put(attempt.process(), log.bound());
          }
        });
    return byProcess.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Forgets what came before a moment, and attempts that ended before it altogether. */
  void forgetBefore(long millis) {
    writers.values().removeIf(log -> log.lastMillis() < millis);
    writers.values().forEach(log -> log.forgetBefore(millis));
    processes.values().removeIf(log -> log.lastMillis() < millis);
    processes.values().forEach(log -> log.forgetBefore(millis));
  }

  /** Returns the writers that reported on all of the window. */
  List<WriterLog> writersIn(long fromMillis, long toMillis) {
    return writers.values().stream()
        .filter(log -> log.firstMillis() <= fromMillis && log.lastMillis() >= toMillis)
        .toList();
  }

  /** Tells whether an attempt began or ended within the window. */
  boolean restartedIn(long fromMillis, long toMillis) {
    return writers.values().stream()
        .anyMatch(
            log ->
                log.firstMillis() > fromMillis && log.firstMillis() <= toMillis
                    || log.lastMillis() >= fromMillis && log.lastMillis() < toMillis);
  }

  List<ProcessLog> processesIn(long fromMillis, long toMillis) {
    return processes.values().stream().filter(log -> log.covers(fromMillis, toMillis)).toList();
  }

  /**
   * Returns the samples acknowledged per second in each grid step of the window, over all writers.
   *
   * @param stepMillis of the grid
   */
  double[] acknowledged(long fromMillis, long toMillis, long stepMillis) {
    return rates(this::samples, fromMillis, toMillis, stepMillis);
  }

  static double[] rates(
      LongToDoubleFunction total, long fromMillis, long toMillis, long stepMillis) {
    var rates = new double[(int) Math.max(0, (toMillis - fromMillis) / stepMillis)];
    for (int i = 0; i < rates.length; i++) {
      long at = fromMillis + i * stepMillis;
      double grown = total.applyAsDouble(at + stepMillis) - total.applyAsDouble(at);
      rates[i] = grown * 1e3 / stepMillis;
    }
    return rates;
  }
}
