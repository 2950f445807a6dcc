package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.benchmarks.story.FlinkProcess;
import io.tidemark.benchmarks.story.StoryJob;
import io.tidemark.cli.Main;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.Time;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.testing.JavaCommand;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The job that writes, on a Flink of its own. Its in-flight limit and its quota are changed while
 * it runs. For other changes it is cancelled and submitted again to the same process, which has
 * already compiled its code. A JVM with another heap is another process, which stays as well. Not
 * thread-safe.
 */
final class FlinkSide implements AutoCloseable {
  private static final Duration BEGINS_WITHIN = Duration.ofSeconds(60);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final Path root;
  private final Optional<ControlGroup> shared;
  private final Optional<ControlGroup> own;
  private final Instant first;
  private final OwnedProcess folder = OwnedProcess.folder("lab-dead-letters");
  private final Map<String, FlinkProcess> processes = new LinkedHashMap<>();
  private Session cluster;
  private OwnedProcess submitter;
  private RemoteFlink client;
  private String url;
  private FlinkJob job;
  private Parts.Job spec;
  private List<String> settings;
  private int submissions;
  private int pagesPort;

  /** What a change took: nothing, another submission, or a new process. */
  enum Changed {
    LIVE,
    SUBMITTED,
    COLD
  }

  /**
   * @param root folder of the repository
   * @param shared control group of job and database, if they share one
   * @param first time at which generated time begins
   */
  FlinkSide(Path root, Parts.Job spec, Optional<ControlGroup> shared, Instant first) {
    this.root = root;
    this.first = first;
    this.shared = shared;
    own = spec.cores() > 0 ? Optional.of(ControlGroup.make()) : Optional.empty();
    own.ifPresent(group -> group.quota(spec.cores()));
    this.spec = spec;
  }

  /** Returns the beginning of a command line that starts a command where the job runs. */
  List<String> wrapper() {
    var line = new ArrayList<String>();
    shared.ifPresent(group -> line.addAll(group.wrapper()));
    own.ifPresent(group -> line.addAll(group.wrapper()));
    if (!spec.cpus().isEmpty()) {
      line.addAll(List.of("taskset", "-c", spec.cpus()));
    }
    return line;
  }

  /**
   * Makes the processes that {@link #start} starts show their metrics.
   *
   * @return addresses of the TaskManagers' pages
   */
  List<URI> showPages() {
    pagesPort = Loopback.freePort();
    // In a session cluster, the JobManager has the first port, and the TaskManagers have the next
    // ones.
    return IntStream.rangeClosed(Math.min(1, spec.taskManagers()), spec.taskManagers())
        .mapToObj(nth -> Loopback.http(pagesPort + nth))
        .toList();
  }

  /**
   * Starts the job, and returns when its writers report.
   *
   * @param settings settings as {@code path.to.key=value}
   */
  void start(List<String> settings) {
    this.settings = settings;
    connect(spec.taskManagers() > 0 ? startCluster() : process(spec).url());
    submit();
  }

  /** Starts a session cluster without a job, and returns its address. */
  String startCluster() {
    cluster = new Session(root, spec.taskManagers(), pagesPort);
    own.ifPresent(group -> cluster.processes().forEach(group::add));
    return cluster.url();
  }

  private void connect(String to) {
    if (client != null) {
      client.close();
    }
    url = to;
    client = RemoteFlink.connect(to);
  }

  private FlinkProcess process(Parts.Job wanted) {
    return processes.computeIfAbsent(
        wanted.heapMb() + wanted.options(),
        key ->
            FlinkProcess.start(
                wrapper(),
                wanted.parallelism(),
                pagesPort,
                ("-Xmx%dm %s".formatted(wanted.heapMb(), wanted.options())).strip()));
  }

  private void submit() {
    var all = new ArrayList<>(settings);
    all.add("write.in-flight=" + spec.inFlight());
    // Each job starts an hour later in generated time, so none writes the points of the one before.
    all.add("source.datagen.start=" + first.plus(submissions++, ChronoUnit.HOURS));
    if (cluster == null) {
      process(spec)
          .submit(StoryJob.TIDEMARK, ConfigLoader.load(Optional.empty(), withFolder(all)).config());
    } else {
      var arguments =
          new ArrayList<>(List.of("run", "--yes", "--cluster", url, "-q", "--duration", "10h"));
      withFolder(all).forEach(setting -> arguments.addAll(List.of("--set", setting)));
      endSubmitter();
      submitter =
          OwnedProcess.start(
              OwnedProcess.newFolder("lab-submitter"),
              JavaCommand.of(Main.class, List.of("-Xmx256m"), arguments));
    }
    if (!Poll.until(BEGINS_WITHIN, LOOK_AGAIN, this::hasBegun)) {
      throw new RunException("the job did not begin within " + BEGINS_WITHIN + failure());
    }
  }

  private void endSubmitter() {
    if (submitter != null) {
      submitter.close();
      submitter = null;
    }
  }

  private List<String> withFolder(List<String> all) {
    return Stream.concat(
            all.stream(),
            Stream.of("dead-letter.path=" + folder.folder().resolve("letters").toUri()))
        .toList();
  }

  private boolean hasBegun() {
    try {
      var running = client.running();
      if (running.isEmpty()) {
        return false;
      }
      job = client.attach(running.get(running.size() - 1));
      return !observe(Duration.ZERO).isEmpty();
    } catch (CompletionException e) {
      return false;
    }
  }

  private String failure() {
    return job == null
        ? ""
        : job.lastFailure().map(failed -> "; it failed: " + failed.cause()).orElse("");
  }

  private void cancel() {
    job.cancel();
    FlinkJob ended = job;
    if (!Poll.until(ENDS_WITHIN, LOOK_AGAIN, ended::ended)) {
      throw new RunException("a cancelled job did not end within " + ENDS_WITHIN);
    }
  }

  Changed become(Parts.Job next, List<String> nextSettings) {
    Parts.Job before = spec;
    spec = next;
    own.ifPresent(group -> group.quota(next.cores()));
    if (!next.cpus().equals(before.cpus())) {
      processes.values().forEach(each -> each.child().process().pinTo(next.cpus()));
    }
    boolean otherProcess =
        next.heapMb() != before.heapMb() || !next.options().equals(before.options());
    if (otherProcess) {
      cancel();
      boolean cold = !processes.containsKey(next.heapMb() + next.options());
      settings = nextSettings;
      connect(process(next).url());
      submit();
      return cold ? Changed.COLD : Changed.SUBMITTED;
    }
    if (!nextSettings.equals(settings)) {
      cancel();
      settings = nextSettings;
      submit();
      return Changed.SUBMITTED;
    }
    if (next.inFlight() != before.inFlight() && !job.boundInFlight(next.inFlight()).done()) {
      cancel();
      submit();
      return Changed.SUBMITTED;
    }
    return Changed.LIVE;
  }

  /**
   * Returns what the writers report over that time.
   *
   * @throws RunException if the job has ended
   */
  ObservationLog observe(Duration time) {
    var log = new ObservationLog(new DatabaseLog(Time.REAL), true);
    Poll.until(
        time,
        Duration.ofMillis(250),
        () -> {
          read(log);
          return false;
        });
    return log;
  }

  private void read(ObservationLog log) {
    try {
      log.add(job.observations(log.known()));
    } catch (CompletionException e) {
      if (job.ended()) {
        throw new RunException("the job ended by itself" + failure(), e);
      }
    }
  }

  String url() {
    return url;
  }

  double cpuSeconds() {
    return cluster == null
        ? processes.values().stream().mapToDouble(each -> each.child().cpuSeconds()).sum()
        : cluster.processes().stream().mapToDouble(process -> process.cpuSeconds().orElse(0)).sum();
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    processes.values().forEach(each -> each.child().close());
    endSubmitter();
    if (cluster != null) {
      cluster.close();
    }
    own.ifPresent(ControlGroup::close);
    folder.close();
  }
}
