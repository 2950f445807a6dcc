package io.tidemark.measure;

import io.tidemark.job.observe.WriterCounter;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Host;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Job;
import io.tidemark.measure.window.Requests;
import io.tidemark.measure.window.Sessions;
import io.tidemark.measure.window.Task;
import io.tidemark.measure.window.Throughput;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.Known;
import io.tidemark.statistics.LittleCheck;
import io.tidemark.statistics.Moments;
import io.tidemark.statistics.SteadyMean;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Makes one {@link Window} of what was observed between two moments. Pure. */
final class WindowReader {
  /** The kernel and small services may take this share of a host's cores. */
  private static final double SMALL_SERVICES = 0.15;

  /** Two counts of the same may differ by this share, each taken at its place by its own clock. */
  private static final double COUNTED_APART = 0.15;

  /** A database has no connection left if this share is taken, as one may have just been closed. */
  private static final double NEARLY_ALL = 0.9;

  /**
   * Readings of the job, the host and the database are not taken at the same moment, so they may
   * differ by this much, in cores or as a share of cores or time.
   */
  private static final double READ_APART = 0.2;

  private final JobLog job;
  private final VertexLog vertices;
  private final DatabaseLog database;
  private final boolean sharedHost;

  /**
   * @param sharedHost whether the database runs on the job's host
   */
  WindowReader(JobLog job, VertexLog vertices, DatabaseLog database, boolean sharedHost) {
    this.job = job;
    this.vertices = vertices;
    this.database = database;
    this.sharedHost = sharedHost;
  }

  /**
   * Reads the window from {@code from} to {@code to}, both in milliseconds since 1970.
   *
   * @param warmUpMillis the time before {@code from} that is left out
   * @param marks what is known to be doubtful already
   */
  Window read(Load load, long from, long to, long warmUpMillis, List<String> marks) {
    List<WriterLog> writers = job.writersIn(from, to);
    double seconds = (to - from) / 1e3;
    double[] acknowledged = job.acknowledged(from, to, JobLog.GRID_MILLIS);
    Host host = host(from, to);
    Database read =
        database.in(
            from,
            to,
            host != null && host.shared() ? host.cores() : null,
            group -> databaseWaits(group, host, from, to));
    LittleCheck little = job.little(from, to);
    Requests requests = requests(connectionsAreTaken(read), from, to);
    var window =
        new Window(
            load,
            seconds,
            warmUpMillis / 1e3,
            throughput(load, acknowledged, from, to),
            requests,
            new InFlight(
                little.meanInFlight(),
                load.inFlight(),
                rate(WriterCounter.PERMIT_WAIT_SECONDS, from, to) / Math.max(1, writers.size()),
                Known.when(little.meanInFlight() > 0, little::deviation),
                connectionShare(
                    little.meanInFlight(), process -> process.moving(from, to), from, to),
                connectionShare(
                    little.meanInFlight(), process -> process.unread(from, to), from, to),
                roundTripMillis(from, to),
                lines(writers, from, to),
                lineReadings(from, to)),
            tasks(from, to),
            jobProcesses(writers, from, to),
            host,
            read,
            doubts(marks, little, host, read, from, to),
            List.of(),
            null);
    return window.because(invalid(window, writers, little, from, to));
  }

  /**
   * Tells whether the database has no connection left. It then closes each further connection at
   * once, and some databases give no reason.
   */
  private static boolean connectionsAreTaken(Database read) {
    Sessions sessions = read == null ? null : read.sessions();
    return sessions != null
        && sessions.capacity() != null
        && sessions.active() >= NEARLY_ALL * sessions.capacity();
  }

  /**
   * Returns the marks and further doubts. One of them is that other processes took CPU of the host
   * that neither job nor database could use.
   */
  private List<String> doubts(
      List<String> marks, LittleCheck little, Host host, Database read, long from, long to) {
    var doubts = new ArrayList<>(marks);
    if (little.requestsPerSecond() > 0 && !little.longEnough()) {
      // The slots, the CPU and the counters are right even if the window is too short for Little's
      // law.
      doubts.add(
          "it is shorter than %s latencies of %s ms"
              .formatted(
                  Amounts.whole(LittleCheck.MIN_LATENCIES),
                  Amounts.whole(1e3 * little.meanLatencySeconds())));
    }
    if (read != null && !read.rowsIgnored().isEmpty() && !ignoredMayBeOurs(read, from, to)) {
      doubts.add("the database ignored rows of others: " + read.rowsIgnored());
    }
    double others = othersCores(host, from, to);
    if (read != null && takeMuch(others, host)) {
      doubts.add(
          "other processes took %s of the host's %s cores"
              .formatted(Amounts.tenths(others), Amounts.whole(host.cores())));
    }
    return doubts;
  }

  /**
   * Returns the cores that other processes used on the host that job and database share; 0 if they
   * share none, or if it can't be known.
   */
  private double othersCores(Host host, long from, long to) {
    Double databases = database.cpuCoresUsed(from, to);
    return host == null || !host.shared() || databases == null
        ? 0
        : host.busyCores() - databases - cpuCores(from, to);
  }

  private static boolean takeMuch(double others, Host host) {
    return host != null && others > SMALL_SERVICES * host.cores();
  }

  /**
   * Returns the share of the time that the database waited for a core; null if that can't be told.
   * The database's page reports it for a control group, which may be the whole machine or contain
   * the job. So the share is reduced by what the job's threads and others may have waited.
   */
  private Double databaseWaits(double group, Host host, long from, long to) {
    List<ProcessLog> processes = job.processesIn(from, to);
    if (host == null || !host.shared() || processes.isEmpty()) {
      return group;
    }
    double machine = processes.get(0).hostWaitingShare(from, to);
    double ours = processes.stream().mapToDouble(p -> p.waitingThreads(from, to)).sum();
    boolean isOfMachine = Math.abs(group - machine) <= READ_APART * machine;
    if (Double.isNaN(ours) || !host.quota() && !isOfMachine) {
      return group;
    }
    double ofOthers = takeMuch(othersCores(host, from, to), host) ? group : 0;
    double notItsOwn = Math.min(group, ours + ofOthers);
    return Known.when(notItsOwn <= READ_APART, () -> group - notItsOwn);
  }

  /**
   * Returns why the window must not be used. Without a delivery there is no rate, and that is the
   * reason.
   */
  private List<String> invalid(
      Window window, List<WriterLog> writers, LittleCheck little, long from, long to) {
    Database read = window.database();
    var invalid = new ArrayList<String>();
    if (writers.isEmpty()) {
      invalid.add("no writer reported on all of it");
      return invalid;
    }
    if (job.restartedIn(from, to)) {
      invalid.add("the job was restarted");
    }
    boolean delivered = little.requestsPerSecond() > 0;
    if (delivered && little.longEnough() && Math.abs(little.deviation()) > LittleCheck.TOLERANCE) {
      invalid.add(
          "%s %s: requests in flight and answers do not agree"
              .formatted(Window.LITTLE, Amounts.percent(little.deviation())));
    }
    boolean turnedAway = connectionsAreTaken(read) && rate(WriterCounter.FAILED, from, to) > 0;
    boolean refused =
        turnedAway
            || rate(WriterCounter.THROTTLED, from, to) > 0
            || rate(WriterCounter.REJECTED, from, to) > 0;
    if (window.failsAll()) {
      invalid.add("every request fails: " + new EndpointReader(writers, from, to).failures());
      if (database.restarts() > 0) {
        invalid.add(
            "%s %s since it was first read; its log or its kernel's says why"
                .formatted(Window.RESTARTED, times(database.restarts())));
      }
    } else if (!delivered && !refused && little.meanInFlight() > 0) {
      invalid.add("no write was answered");
    } else if (database.lostIn(from, to) && rate(WriterCounter.FAILED, from, to) > 0) {
      invalid.add(Window.AWAY);
    }
    double sent = rate(WriterCounter.SENT_BYTES, from, to);
    database
        .queuedPerSecond(from, to)
        .forEach(
            (address, bytes) -> {
              if (bytes > COUNTED_APART * sent) {
                invalid.add(
                    "%s acknowledges and queues: by %s MB/s more, which no database has stored; write to the database itself, or at a rate that it keeps up with"
                        .formatted(address, Amounts.tenths(bytes / 1e6)));
              }
            });
    if (read != null && read.restarted() && !window.failsAll()) {
      invalid.add(Window.RESTARTED);
    }
    if (read != null && !read.rowsIgnored().isEmpty() && ignoredMayBeOurs(read, from, to)) {
      invalid.add("the database accepted rows and did not store them: " + read.rowsIgnored());
    }
    return invalid;
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  /**
   * Tells whether the ignored rows may be the job's. They count as others' if others write more
   * rows than were ignored.
   */
  private boolean ignoredMayBeOurs(Database read, long from, long to) {
    double ignored = read.rowsIgnored().values().stream().mapToLong(Long::longValue).sum();
    double ours = job.growth(WriterCounter.SAMPLES, from, to);
    double counted = read.rowsPerSecond() == null ? 0 : read.rowsPerSecond() * (to - from) / 1e3;
    return counted < ours * (1 + COUNTED_APART) || ignored > counted - ours;
  }

  private Double connectionShare(
      double inFlight, ToDoubleFunction<ProcessLog> count, long from, long to) {
    DoubleSummaryStatistics connections =
        job.processesIn(from, to).stream()
            .mapToDouble(count)
            .filter(Double::isFinite)
            .summaryStatistics();
    return Known.when(
        connections.getCount() > 0 && inFlight > 0,
        () -> Math.min(1, connections.getSum() / inFlight));
  }

  /** Returns the round trip of the process that is farthest from the database. */
  private Double roundTripMillis(long from, long to) {
    return job.processesIn(from, to).stream()
        .map(process -> 1e3 * process.roundTripSeconds(from, to))
        .filter(Double::isFinite)
        .max(Double::compare)
        .orElse(null);
  }

  private int lines(List<WriterLog> writers, long from, long to) {
    long hosts =
        job.processesIn(from, to).stream()
            .filter(process -> process.lineReadings(from, to) > 0)
            .map(ProcessLog::host)
            .distinct()
            .count();
    return (int) hosts * new EndpointReader(writers, from, to).slowestFirst().size();
  }

  /** Returns the number of readings of the process that was read least often. */
  private int lineReadings(long from, long to) {
    return job.processesIn(from, to).stream()
        .mapToInt(process -> process.lineReadings(from, to))
        .filter(readings -> readings > 0)
        .min()
        .orElse(0);
  }

  private Throughput throughput(Load load, double[] acknowledged, long from, long to) {
    double mean = rate(WriterCounter.SAMPLES, from, to);
    Estimate interval =
        acknowledged.length >= SteadyMean.MIN_OBSERVATIONS && mean > 0
            ? SteadyMean.of(acknowledged)
            : null;
    double expected = load.expectedSamplesPerSecond();
    return new Throughput(
        mean,
        Known.when(interval != null, () -> Math.max(0, mean + interval.low() - interval.value())),
        Known.when(interval != null, () -> mean + interval.high() - interval.value()),
        Known.share(
            Math.sqrt(Moments.squares(acknowledged) / Math.max(1, acknowledged.length)), mean),
        Known.when(expected > 0, () -> expected - mean),
        rate(WriterCounter.CALLS, from, to),
        rate(WriterCounter.SENT_BYTES, from, to));
  }

  /**
   * @param taken whether the database has no connection left; then failed calls count as turned
   *     away
   */
  private Requests requests(boolean taken, long from, long to) {
    Histogram micros = job.latencyMicros(false, from, to);
    boolean any = micros.getTotalCount() > 0;
    double calls = rate(WriterCounter.CALLS, from, to);
    double failed = rate(WriterCounter.FAILED, from, to);
    double turnedAway = taken ? failed : 0;
    double connect = rate(WriterCounter.CONNECT_SECONDS, from, to);
    double send = rate(WriterCounter.SEND_SECONDS, from, to);
    double answer = rate(WriterCounter.ANSWER_SECONDS, from, to);
    double all = connect + send + answer;
    return new Requests(
        Known.share(1e3 * all, calls),
        Known.when(any, () -> micros.getValueAtPercentile(50) / 1e3),
        Known.when(any, () -> micros.getValueAtPercentile(90) / 1e3),
        Known.when(any, () -> micros.getValueAtPercentile(99) / 1e3),
        Known.when(any, () -> micros.getMaxValue() / 1e3),
        Known.share(connect, all),
        Known.share(send, all),
        Known.share(answer, all),
        calls > 0 ? (rate(WriterCounter.THROTTLED, from, to) + turnedAway) / calls : 0,
        calls > 0 ? (failed - turnedAway) / calls : 0,
        calls > 0 ? rate(WriterCounter.REJECTED, from, to) / calls : 0,
        new EndpointReader(job.writersIn(from, to), from, to).slowestFirst());
  }

  private List<Task> tasks(long from, long to) {
    var cores = new TreeMap<String, List<Double>>();
    for (ProcessLog process : job.processesIn(from, to)) {
      process
          .taskCpuCores(from, to)
          .forEach(
              (task, value) ->
                  cores
                      .computeIfAbsent(task.substring(0, task.indexOf('/')), v -> new ArrayList<>())
                      .add(value));
    }
    return vertices.shares(from, to).stream()
        .map(vertex -> task(vertex, cores.getOrDefault(vertex.id(), List.of())))
        .toList();
  }

  private static Task task(VertexLog.Shares vertex, List<Double> cores) {
    double sum = cores.stream().mapToDouble(Double::doubleValue).sum();
    double max = cores.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    boolean known = !cores.isEmpty();
    return new Task(
        vertex.name(),
        vertex.parallelism(),
        vertex.busy(),
        vertex.backpressured(),
        vertex.idle(),
        Known.when(known, () -> sum),
        Known.when(known, () -> max),
        Known.when(known && sum > 0, () -> max * vertex.parallelism() / sum));
  }

  private Job jobProcesses(List<WriterLog> writers, long from, long to) {
    List<ProcessLog> processes = job.processesIn(from, to);
    return new Job(
        processes.size(),
        cores(processes),
        cpuCores(from, to),
        processes.stream().mapToDouble(process -> process.gcShare(from, to)).max().orElse(0),
        writers.stream()
            .map(
                writer ->
                    writer.growth(WriterCounter.HTTP_CPU_SECONDS, from, to) * 1e3 / (to - from))
            .max(Double::compare)
            .orElse(null),
        processes.stream()
            .map(process -> process.heapUsedShare(from, to))
            .max(Double::compare)
            .orElse(null),
        processes.stream()
            .map(process -> process.throttledShare(from, to))
            .filter(Double::isFinite)
            .max(Double::compare)
            .orElse(null));
  }

  /** Returns the cores of all processes; those under one quota have no more than it together. */
  private static double cores(List<ProcessLog> processes) {
    return processes.stream().collect(Collectors.groupingBy(ProcessLog::group)).values().stream()
        .mapToDouble(
            group ->
                Math.min(
                    group.get(0).quotaCores(), group.stream().mapToDouble(ProcessLog::cores).sum()))
        .sum();
  }

  private double cpuCores(long from, long to) {
    return job.cpuSeconds(from, to) * 1e3 / (to - from);
  }

  /** Returns the job's host; null if there are several, or if it does not report. */
  private Host host(long from, long to) {
    Map<String, ProcessLog> hosts = new TreeMap<>();
    job.processesIn(from, to).forEach(process -> hosts.put(process.host(), process));
    if (hosts.size() != 1) {
      return null;
    }
    ProcessLog process = hosts.values().iterator().next();
    double busy = process.hostBusyCores(from, to);
    Host machine =
        Double.isFinite(busy)
            ? new Host(process.hostCores(), busy, sharedHost && onTheSameCores(busy, from, to))
            : null;
    Host group = sharedGroup(from, to);
    return group == null || machine != null && machine.busyShare() > group.busyShare()
        ? machine
        : group;
  }

  /**
   * Returns the control group whose quota job and database share; null if they share none. Whether
   * the database is in the job's group shows in what the group used beside the job: all of the
   * database's CPU, or none of it.
   */
  private Host sharedGroup(long from, long to) {
    List<ProcessLog> processes = job.processesIn(from, to);
    Double databases = database.cpuCoresUsed(from, to);
    boolean one = processes.stream().map(ProcessLog::group).distinct().count() == 1;
    if (!sharedHost || !one || databases == null) {
      return null;
    }
    double busy = processes.get(0).quotaBusyCores(from, to);
    return busy - cpuCores(from, to) >= databases / 2
        ? new Host(processes.get(0).quotaCores(), busy, true, true)
        : null;
  }

  /**
   * Tells whether job and database run on the same cores: then both together use no more than the
   * busy part of the cores that the job may run on.
   */
  private boolean onTheSameCores(double busyCores, long from, long to) {
    Double databases = database.cpuCoresUsed(from, to);
    return databases == null
        || databases + cpuCores(from, to) <= (1 + READ_APART) * busyCores + READ_APART;
  }

  private double rate(WriterCounter count, long from, long to) {
    return job.ratePerSecond(count, from, to);
  }
}
