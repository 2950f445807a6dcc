package io.tidemark.measure;

import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.ProcessReading;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Everything that a job's subtasks and processes told since it started. */
public final class JobLog {
  private record Attempt(int subtask, int attempt, String process) {}

  private final Map<Attempt, WriterLog> writers = new LinkedHashMap<>();
  private final Map<String, ProcessLog> processes = new LinkedHashMap<>();
  private long known = -1;

  /** Number of the last observation in here. */
  public long known() {
    return known;
  }

  public void add(Observations read) {
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

  public boolean isEmpty() {
    return writers.isEmpty();
  }

  /**
   * Acknowledged since the job started, as far as was told; an attempt's last words may be lost.
   */
  public long samples() {
    return Math.round(
        writers.values().stream()
            .mapToDouble(log -> log.at(WriterLog.Count.SAMPLES, log.lastMillis()))
            .sum());
  }

  /** The moment up to which all writers that still tell have told. */
  public long completeUntilMillis() {
    return current().stream().mapToLong(WriterLog::lastMillis).min().orElse(Long.MIN_VALUE);
  }

  /** The latest attempt of each writer. */
  private Collection<WriterLog> current() {
    var latest = new TreeMap<Integer, WriterLog>();
    writers.forEach((attempt, log) -> latest.put(attempt.subtask(), log));
    return latest.values();
  }

  /** Batches that the whole job may have in flight, as its processes told last. */
  int inFlightBound() {
    Collection<WriterLog> telling = current();
    var byProcess = new TreeMap<String, Integer>();
    writers.forEach(
        (attempt, log) -> {
          if (telling.contains(log)) {
            byProcess.put(attempt.process(), log.bound());
          }
        });
    return byProcess.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Attempts that ended before are forgotten altogether. */
  void forgetBefore(long millis) {
    writers.values().removeIf(log -> log.lastMillis() < millis);
    writers.values().forEach(log -> log.forgetBefore(millis));
    processes.values().removeIf(log -> log.lastMillis() < millis);
    processes.values().forEach(log -> log.forgetBefore(millis));
  }

  /** Those that tell of all of the window. */
  List<WriterLog> writersIn(long fromMillis, long toMillis) {
    return writers.values().stream()
        .filter(log -> log.firstMillis() <= fromMillis && log.lastMillis() >= toMillis)
        .toList();
  }

  /** Whether an attempt began or ended within the window. */
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
   * Samples acknowledged per second in each grid step of the window, over all writers.
   *
   * @param stepMillis of the grid
   */
  public double[] acknowledged(long fromMillis, long toMillis, long stepMillis) {
    List<WriterLog> telling = writersIn(fromMillis, toMillis);
    var rates = new ArrayList<Double>();
    for (long at = fromMillis; at + stepMillis <= toMillis; at += stepMillis) {
      double rate = 0;
      for (WriterLog writer : telling) {
        rate += writer.ratePerSecond(WriterLog.Count.SAMPLES, at, at + stepMillis);
      }
      rates.add(rate);
    }
    return rates.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
