package io.tidemark.measure;

import io.tidemark.job.observe.ProcessReading;
import io.tidemark.statistics.Counters;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What one process that runs tasks reported of itself and its host. */
final class ProcessLog {
  private final String host;
  private final double hostCores;
  private final Counters cpuSeconds = new Counters();
  private final Counters gcSeconds = new Counters();
  private final Counters heapUsedShare = new Counters();
  private final Counters hostBusySeconds = new Counters();
  private final Counters quotaCpuSeconds = new Counters();
  private final Counters throttledSeconds = new Counters();
  private final Counters hostWaitingSeconds = new Counters();
  private final Counters waitingSeconds = new Counters();
  private final Counters moving = new Counters();
  private final Counters unread = new Counters();
  private final Counters roundTripSeconds = new Counters();
  private final Map<String, Counters> taskCpuSeconds = new TreeMap<>();

  /** The last reading, because a quota may be changed. */
  private ProcessReading last;

  ProcessLog(ProcessReading first) {
    host = first.host();
    hostCores = first.hostCores();
  }

  void add(long millis, ProcessReading reading) {
    last = reading;
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
    if (reading.quota() != null) {
      quotaCpuSeconds.add(millis, reading.quota().cpuSeconds());
      throttledSeconds.add(millis, reading.quota().throttledSeconds());
    }
    if (reading.waits() != null) {
      hostWaitingSeconds.add(millis, reading.waits().hostSeconds());
      waitingSeconds.add(millis, reading.waits().ownSeconds());
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
                hostWaitingSeconds,
                waitingSeconds,
                moving,
                unread,
                roundTripSeconds,
                quotaCpuSeconds,
                throttledSeconds),
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
    return last.cores();
  }

  /** Returns the group whose quota the process is under; a name of its own if unknown. */
  String group() {
    return last.quota() == null ? last.id() : host + " " + last.quota().group();
  }

  /** Returns the cores that all in its group may use together; infinite if no quota is known. */
  double quotaCores() {
    return last.quota() == null ? Double.POSITIVE_INFINITY : last.quota().cores();
  }

  /** Returns the cores that all in its group used; NaN if that is not known. */
  double quotaBusyCores(long fromMillis, long toMillis) {
    return quotaCpuSeconds.ratePerSecond(fromMillis, toMillis);
  }

  /** Returns the share of the periods in which the quota stopped it; NaN if no quota is known. */
  double throttledShare(long fromMillis, long toMillis) {
    return throttledSeconds.ratePerSecond(fromMillis, toMillis);
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

  /** Returns the share of the time that its host had something wait for a core; NaN if unknown. */
  double hostWaitingShare(long fromMillis, long toMillis) {
    return hostWaitingSeconds.ratePerSecond(fromMillis, toMillis);
  }

  /** Returns how many of its threads waited for a core on average; NaN if that is unknown. */
  double waitingThreads(long fromMillis, long toMillis) {
    return waitingSeconds.ratePerSecond(fromMillis, toMillis);
  }

  /** Returns the mean number of connections with bytes on their way; NaN if no task writes. */
  double moving(long fromMillis, long toMillis) {
    return moving.mean(fromMillis, toMillis);
  }

  /** Returns the mean number of connections whose bytes are not read; NaN if no task writes. */
  double unread(long fromMillis, long toMillis) {
    return unread.mean(fromMillis, toMillis);
  }

  /** Returns the seconds of a round trip; NaN if they were not measured. */
  double roundTripSeconds(long fromMillis, long toMillis) {
    return roundTripSeconds.mean(fromMillis, toMillis);
  }

  int lineReadings(long fromMillis, long toMillis) {
    return moving.count(fromMillis, toMillis);
  }

  /** Returns the cores of each task that ran all the window, by "vertex id/subtask". */
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
