package io.tidemark.measure;

import io.tidemark.job.observe.ProcessReading;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What one process that runs tasks reported of itself and its host. */
final class ProcessLog {
  private final String host;
  private final double cores;
  private final double hostCores;
  private final Counters cpuSeconds = new Counters();
  private final Counters gcSeconds = new Counters();
  private final Counters heapUsedShare = new Counters();
  private final Counters hostBusySeconds = new Counters();
  private final Counters moving = new Counters();
  private final Counters unread = new Counters();
  private final Counters roundTripSeconds = new Counters();
  private final Map<String, Counters> taskCpuSeconds = new TreeMap<>();

  ProcessLog(ProcessReading first) {
    host = first.host();
    cores = first.cores();
    hostCores = first.hostCores();
  }

  void add(long millis, ProcessReading reading) {
    cpuSeconds.add(millis, reading.cpuSeconds());
    gcSeconds.add(millis, reading.gcSeconds());
    heapUsedShare.add(millis, (double) reading.heapUsedBytes() / reading.heapMaxBytes());
    hostBusySeconds.add(millis, reading.hostBusySeconds());
    ProcessReading.Line line = reading.line();
    if (line != null) {
      moving.add(millis, line.moving());
      unread.add(millis, line.unread());
      if (Double.isFinite(line.roundTripSeconds())) {
        roundTripSeconds.add(millis, line.roundTripSeconds());
      }
    }
    reading
        .taskCpuSeconds()
        .forEach(
            (task, seconds) ->
                taskCpuSeconds.computeIfAbsent(task, key -> new Counters()).add(millis, seconds));
  }

  long lastMillis() {
    return cpuSeconds.lastMillis();
  }

  void forgetBefore(long millis) {
    Stream.concat(
            Stream.of(
                cpuSeconds,
                gcSeconds,
                heapUsedShare,
                hostBusySeconds,
                moving,
                unread,
                roundTripSeconds),
            taskCpuSeconds.values().stream())
        .forEach(counters -> counters.forgetBefore(millis));
  }

  boolean covers(long fromMillis, long toMillis) {
    return cpuSeconds.covers(fromMillis, toMillis);
  }

  String host() {
    return host;
  }

  double cores() {
    return cores;
  }

  double hostCores() {
    return hostCores;
  }

  double cpuSeconds(long fromMillis, long toMillis) {
    return cpuSeconds.growth(fromMillis, toMillis);
  }

  double gcShare(long fromMillis, long toMillis) {
    return gcSeconds.ratePerSecond(fromMillis, toMillis);
  }

  double heapUsedShare(long fromMillis, long toMillis) {
    return heapUsedShare.mean(fromMillis, toMillis);
  }

  double hostBusyCores(long fromMillis, long toMillis) {
    return hostBusySeconds.ratePerSecond(fromMillis, toMillis);
  }

  /** NaN if none of its tasks writes. */
  double moving(long fromMillis, long toMillis) {
    return moving.mean(fromMillis, toMillis);
  }

  /** As {@link #moving}. */
  double unread(long fromMillis, long toMillis) {
    return unread.mean(fromMillis, toMillis);
  }

  /** NaN where it was not measured. */
  double roundTripSeconds(long fromMillis, long toMillis) {
    return roundTripSeconds.mean(fromMillis, toMillis);
  }

  int lineReadings(long fromMillis, long toMillis) {
    return moving.count(fromMillis, toMillis);
  }

  /** By "vertex id/subtask"; those that ran for all of the window. */
  Map<String, Double> taskCpuCores(long fromMillis, long toMillis) {
    var cores = new TreeMap<String, Double>();
    taskCpuSeconds.forEach(
        (task, seconds) -> {
          if (seconds.coverage(fromMillis, toMillis) > 0.5) {
            cores.put(task, seconds.ratePerSecond(fromMillis, toMillis));
          }
        });
    return cores;
  }
}
