package io.tidemark.measure;

import io.tidemark.measure.WriterLog.Count;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.LittleCheck;
import io.tidemark.statistics.SteadyMean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Makes one {@link Window} of what was observed between two moments. Pure. */
final class WindowReader {
  /**
   * Share of a host that the kernel and small services take; of rows, what two clocks differ by.
   */
  private static final double OTHERS = 0.15;

  /** Of the connections that a database takes: one may have just been closed. */
  private static final double NEARLY_ALL = 0.9;

  /** Cores, and part of them: the job, the host and the database are not read at one moment. */
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
   * @param warmUpMillis left out before {@code from}
   * @param marks what is known to be doubtful already
   */
  Window read(Load load, long from, long to, long warmUpMillis, List<String> marks) {
    List<WriterLog> writers = job.writersIn(from, to);
    double seconds = (to - from) / 1e3;
    double[] acknowledged = job.acknowledged(from, to, JobLog.GRID_MILLIS);
    Window.Host host = host(from, to);
    Window.Database read =
        database.in(from, to, host != null && host.shared() ? host.cores() : null);
    LittleCheck little = job.little(from, to);
    return new Window(
        load,
        seconds,
        warmUpMillis / 1e3,
        throughput(load, acknowledged, from, to),
        connectionsAreTaken(read) ? requests(from, to).failedAreTurnedAway() : requests(from, to),
        new Window.InFlight(
            little.meanInFlight(),
            load.inFlight(),
            rate(Count.PERMIT_WAIT_SECONDS, from, to) / Math.max(1, writers.size()),
            little.meanInFlight() > 0 ? Double.valueOf(little.deviation()) : null,
            unacknowledgedShare(little.meanInFlight(), from, to),
            lineReadings(from, to)),
        tasks(from, to),
        jobProcesses(writers, from, to),
        host,
        read,
        doubts(marks, little, host, read, from, to),
        invalid(writers, little, read, from, to));
  }

  /** One that has as many as it takes closes another at once, and some say nothing to it. */
  private static boolean connectionsAreTaken(Window.Database read) {
    Window.Sessions sessions = read == null ? null : read.sessions();
    return sessions != null
        && sessions.capacity() != null
        && sessions.active() >= NEARLY_ALL * sessions.capacity();
  }

  /** Others on the host take what neither job nor database can have. */
  private List<String> doubts(
      List<String> marks,
      LittleCheck little,
      Window.Host host,
      Window.Database read,
      long from,
      long to) {
    var doubts = new ArrayList<>(marks);
    if (little.requestsPerSecond() > 0 && !little.longEnough()) {
      // Slots, CPU and counters need no law of Little's.
      doubts.add(
          "it is shorter than %.0f latencies of %.0f ms"
              .formatted(LittleCheck.MIN_LATENCIES, 1e3 * little.meanLatencySeconds()));
    }
    if (read != null && !read.rowsIgnored().isEmpty() && !ignoredMayBeOurs(read, from, to)) {
      doubts.add("the database ignored rows of others: " + read.rowsIgnored());
    }
    if (host != null && host.shared() && read != null && read.cpuCoresUsed() != null) {
      double ours = read.cpuCoresUsed() + cpuCores(from, to);
      double others = host.busyCores() - ours;
      if (others > OTHERS * host.cores()) {
        doubts.add(
            "other processes took %.1f of the host's %.0f cores".formatted(others, host.cores()));
      }
    }
    return doubts;
  }

  /** Where nothing is delivered there is no rate, and that is what the window has to say. */
  private List<String> invalid(
      List<WriterLog> writers, LittleCheck little, Window.Database read, long from, long to) {
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
          "Little's law is off by %.0f %%: requests in flight and answers do not agree"
              .formatted(100 * little.deviation()));
    }
    boolean turnedAway = connectionsAreTaken(read) && rate(Count.FAILED, from, to) > 0;
    boolean refused =
        turnedAway || rate(Count.THROTTLED, from, to) > 0 || rate(Count.REJECTED, from, to) > 0;
    if (!delivered && !refused && little.meanInFlight() > 0) {
      invalid.add("no write was answered" + failures(writers, from, to));
    } else if (database.lostIn(from, to) && rate(Count.FAILED, from, to) > 0) {
      invalid.add("the database could not be reached for a part of it");
    }
    if (read != null && read.restarted()) {
      invalid.add("the database was restarted");
    }
    if (read != null && !read.rowsIgnored().isEmpty() && ignoredMayBeOurs(read, from, to)) {
      invalid.add("the database accepted rows and did not store them: " + read.rowsIgnored());
    }
    return invalid;
  }

  private static String failures(List<WriterLog> writers, long from, long to) {
    return new EndpointReader(writers, from, to)
        .slowestFirst().stream()
            .flatMap(
                endpoint ->
                    endpoint.refusedShare().entrySet().stream()
                        .map(
                            answer ->
                                "; %s from %s: %.0f %% of the requests"
                                    .formatted(
                                        answer.getKey().isEmpty() ? "no answer" : answer.getKey(),
                                        endpoint.address(),
                                        100 * answer.getValue())))
            .collect(Collectors.joining());
  }

  /** Others that write more than was ignored may have lost it themselves. */
  private boolean ignoredMayBeOurs(Window.Database read, long from, long to) {
    double ignored = read.rowsIgnored().values().stream().mapToLong(Long::longValue).sum();
    double ours = job.growth(Count.SAMPLES, from, to);
    double counted = read.rowsPerSecond() == null ? 0 : read.rowsPerSecond() * (to - from) / 1e3;
    return counted < ours * (1 + OTHERS) || ignored > counted - ours;
  }

  private Double unacknowledgedShare(double inFlight, long from, long to) {
    DoubleSummaryStatistics connections =
        job.processesIn(from, to).stream()
            .mapToDouble(process -> process.unacknowledged(from, to))
            .filter(Double::isFinite)
            .summaryStatistics();
    return connections.getCount() == 0 || inFlight <= 0
        ? null
        : Double.valueOf(Math.min(1, connections.getSum() / inFlight));
  }

  /** Of the process that was read least often. */
  private int lineReadings(long from, long to) {
    return job.processesIn(from, to).stream()
        .mapToInt(process -> process.lineReadings(from, to))
        .filter(readings -> readings > 0)
        .min()
        .orElse(0);
  }

  private Window.Throughput throughput(Load load, double[] acknowledged, long from, long to) {
    double mean = rate(Count.SAMPLES, from, to);
    Estimate interval =
        acknowledged.length >= SteadyMean.MIN_OBSERVATIONS && mean > 0
            ? SteadyMean.of(acknowledged)
            : null;
    double expected = load.expectedSamplesPerSecond();
    return new Window.Throughput(
        mean,
        interval == null
            ? null
            : Double.valueOf(Math.max(0, mean + interval.low() - interval.value())),
        interval == null ? null : Double.valueOf(mean + interval.high() - interval.value()),
        mean > 0 ? Double.valueOf(deviation(acknowledged) / mean) : null,
        expected > 0 ? Double.valueOf(expected - mean) : null,
        rate(Count.CALLS, from, to),
        rate(Count.SENT_BYTES, from, to));
  }

  private static double deviation(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    return Math.sqrt(
        Arrays.stream(values).map(value -> (value - mean) * (value - mean)).average().orElse(0));
  }

  private Window.Requests requests(long from, long to) {
    Histogram micros = job.latencyMicros(from, to);
    boolean any = micros.getTotalCount() > 0;
    double calls = rate(Count.CALLS, from, to);
    double connect = rate(Count.CONNECT_SECONDS, from, to);
    double send = rate(Count.SEND_SECONDS, from, to);
    double answer = rate(Count.ANSWER_SECONDS, from, to);
    double all = connect + send + answer;
    return new Window.Requests(
        calls > 0 ? Double.valueOf(1e3 * all / calls) : null,
        any ? Double.valueOf(micros.getValueAtPercentile(50) / 1e3) : null,
        any ? Double.valueOf(micros.getValueAtPercentile(90) / 1e3) : null,
        any ? Double.valueOf(micros.getValueAtPercentile(99) / 1e3) : null,
        any ? Double.valueOf(micros.getMaxValue() / 1e3) : null,
        all > 0 ? Double.valueOf(connect / all) : null,
        all > 0 ? Double.valueOf(send / all) : null,
        all > 0 ? Double.valueOf(answer / all) : null,
        calls > 0 ? rate(Count.THROTTLED, from, to) / calls : 0,
        calls > 0 ? rate(Count.FAILED, from, to) / calls : 0,
        calls > 0 ? rate(Count.REJECTED, from, to) / calls : 0,
        new EndpointReader(job.writersIn(from, to), from, to).slowestFirst());
  }

  private List<Window.Task> tasks(long from, long to) {
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

  private static Window.Task task(VertexLog.Shares vertex, List<Double> cores) {
    double sum = cores.stream().mapToDouble(Double::doubleValue).sum();
    double max = cores.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    boolean known = !cores.isEmpty();
    return new Window.Task(
        vertex.name(),
        vertex.parallelism(),
        vertex.busy(),
        vertex.backpressured(),
        vertex.idle(),
        known ? Double.valueOf(sum) : null,
        known ? Double.valueOf(max) : null,
        known && sum > 0 ? Double.valueOf(max * vertex.parallelism() / sum) : null);
  }

  private Window.Job jobProcesses(List<WriterLog> writers, long from, long to) {
    List<ProcessLog> processes = job.processesIn(from, to);
    return new Window.Job(
        processes.size(),
        processes.stream().mapToDouble(ProcessLog::cores).sum(),
        cpuCores(from, to),
        processes.stream().mapToDouble(process -> process.gcShare(from, to)).max().orElse(0),
        writers.stream()
            .map(writer -> writer.growth(Count.HTTP_CPU_SECONDS, from, to) * 1e3 / (to - from))
            .max(Double::compare)
            .orElse(null),
        processes.stream()
            .map(process -> process.heapUsedShare(from, to))
            .max(Double::compare)
            .orElse(null));
  }

  private double cpuCores(long from, long to) {
    return job.cpuSeconds(from, to) * 1e3 / (to - from);
  }

  /** Several hosts are not one, and some don't report. */
  private Window.Host host(long from, long to) {
    Map<String, ProcessLog> hosts = new TreeMap<>();
    job.processesIn(from, to).forEach(process -> hosts.put(process.host(), process));
    if (hosts.size() != 1) {
      return null;
    }
    ProcessLog process = hosts.values().iterator().next();
    double busy = process.hostBusyCores(from, to);
    return Double.isFinite(busy)
        ? new Window.Host(process.hostCores(), busy, sharedHost && onTheSameCores(busy, from, to))
        : null;
  }

  /** Both together use no more than what is busy of the cores that the job may run on. */
  private boolean onTheSameCores(double busyCores, long from, long to) {
    Double databases = database.cpuCoresUsed(from, to);
    return databases == null
        || databases + cpuCores(from, to) <= (1 + READ_APART) * busyCores + READ_APART;
  }

  private double rate(Count count, long from, long to) {
    return job.ratePerSecond(count, from, to);
  }
}
