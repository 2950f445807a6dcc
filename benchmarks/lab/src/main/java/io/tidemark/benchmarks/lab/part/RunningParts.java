package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.HostCpu;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.testing.JavaCommand;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * The running parts of a set-up, which can be changed into those of another one with as few
 * restarts as possible. Closing ends everything that was started, in reverse order. Not
 * thread-safe.
 */
public final class RunningParts implements AutoCloseable {
  /**
   * Start of generated time, so long ago that a generator faster than the clock does not reach the
   * present.
   */
  private static final Instant FIRST = Instant.parse("2020-01-01T00:00:00Z");

  /**
   * Settling time after a change without a restart, which takes effect at once or, behind a line,
   * with the next answers.
   */
  private static final Duration AFTER_A_CHANGE = Duration.ofSeconds(2);

  /**
   * Settling time after a restart, because clients that wait between attempts return within
   * seconds.
   */
  private static final Duration AFTER_A_RESTART = Duration.ofSeconds(6);

  /** Settling time after the start of a JVM, which first compiles its frequent code. */
  private static final Duration AFTER_A_COLD_START = Duration.ofSeconds(15);

  private final Path root;
  private final List<AutoCloseable> started = new ArrayList<>();
  private Parts parts;
  private Optional<ControlGroup> shared = Optional.empty();
  private Wire wire;
  private Database database;
  private Database second;
  private Proxy proxy;
  private HiddenPage hidden;
  private Readers readers;
  private Locker locker;
  private Bursts bursts;
  private OwnedProcess writer;
  private FlinkSide flink;

  /**
   * The values measured between two moments.
   *
   * @param samplesPerSecond samples acknowledged and stored, per second
   * @param acknowledged samples acknowledged per second
   * @param stored samples stored per second; null if an acknowledgement is a commit
   * @param idle idle share of the host's CPU, 0 to 1
   * @param jobCores cores that the job's processes used
   * @param databaseCores cores that the database used; of several databases, the first
   */
  public record Throughput(
      double seconds,
      double samplesPerSecond,
      double acknowledged,
      Double stored,
      double idle,
      double jobCores,
      double databaseCores) {}

  private RunningParts(Path root, Parts parts) {
    this.root = root;
    this.parts = parts;
  }

  /**
   * Starts everything but the job.
   *
   * @param root folder of the repository
   * @throws PartMissing if this machine lacks a part
   */
  public static RunningParts start(Path root, Parts parts) {
    var all = new RunningParts(root, parts);
    try {
      all.startParts();
      return all;
    } catch (RuntimeException e) {
      all.close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T started(T part) {
    started.add(part);
    return part;
  }

  private void startParts() {
    if (parts.shared() != null) {
      shared = Optional.of(started(ControlGroup.make()));
      shared.get().quota(parts.shared().cores());
    }
    if (parts.wire() != null) {
      wire = started(new Wire(parts.wire()));
    }
    database = started(database(parts.database()));
    if (parts.second() != null) {
      second = started(database(parts.second()));
    }
    if (parts.proxy() != null) {
      proxy = started(new Proxy(parts.proxy(), database.url()));
    }
    if (!parts.database().pages()) {
      hidden = started(new HiddenPage());
    }
    if (parts.readers() != null) {
      readers = started(new Readers(parts.readers(), database.url(), FIRST.getEpochSecond()));
    }
    if (parts.locker() != null) {
      locker = started(new Locker(parts.locker(), (PostgreSqlNode) database));
    }
    if (parts.bursts() != null) {
      bursts = started(new Bursts(parts.bursts(), database.process()));
    }
    if (parts.writer() != null) {
      started.add(this::endWriter);
      startWriter(parts.writer());
    }
    flink = started(new FlinkSide(root, parts.job(), shared, FIRST));
  }

  private Database database(Parts.Database spec) {
    var place = new Place(spec, Optional.ofNullable(wire), shared);
    try {
      return switch (spec.type()) {
        case "victoriametrics" -> new VictoriaMetricsNode(spec, place);
        case "rocksdb" -> new RocksDbNode(spec, place);
        case "postgresql" -> new PostgreSqlNode(spec, place);
        case "prometheus" -> new PrometheusNode(spec, place);
        default -> throw new IllegalArgumentException("no database is named " + spec.type());
      };
    } catch (RuntimeException e) {
      place.close();
      throw e;
    }
  }

  private void startWriter(Parts.Writer spec) {
    if (spec.rate() > 0) {
      var arguments = new ArrayList<>(List.of("run", "-q", "--yes", "--duration", "10h"));
      Path folder = OwnedProcess.newFolder("lab-writer");
      var settings = new ArrayList<>(database.settings());
      settings.add("target.urls=[" + database.url() + "]");
      settings.add("target.extra-labels={writer: second}");
      settings.add("source.datagen.rate=" + Math.round(spec.rate()));
      settings.add("source.datagen.start=" + FIRST);
      settings.addAll(List.of("amplify.m=12", "parallelism=1", "write.in-flight=4"));
      settings.add("dead-letter.path=" + folder.resolve("letters").toUri());
      settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
      writer =
          OwnedProcess.start(
              folder, JavaCommand.of(io.tidemark.cli.Main.class, List.of("-Xmx512m"), arguments));
    }
  }

  private void endWriter() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }

  /**
   * Returns the job's configuration, except its in-flight limit, each as {@code path.to.key=value}.
   */
  public List<String> settings() {
    return settings(parts);
  }

  private List<String> settings(Parts of) {
    var all = new ArrayList<>(database.settings());
    String own = second == null ? database.url().toString() : database.url() + ", " + second.url();
    all.add("target.urls=[" + (proxy == null ? own : proxy.url()) + "]");
    if (hidden != null) {
      all.add("target.metrics-urls=[" + hidden.url() + "]");
    } else if (proxy != null) {
      all.add("target.metrics-urls=[" + own + "]");
    }
    all.add("source.datagen.start=" + FIRST);
    all.add("parallelism=" + of.job().parallelism());
    new TreeMap<>(of.job().set()).forEach((key, value) -> all.add(key + "=" + value));
    return all;
  }

  /**
   * Leaves the queries to the next search, if the set-up says so.
   *
   * @return settings with which the search queries
   */
  public List<String> leaveQueries() {
    if (readers == null || !parts.readers().own()) {
      return List.of();
    }
    readers.close();
    return List.of(
        "queries.expressions=['%s']".formatted(Readers.QUERY),
        "queries.range=" + Readers.RANGE.toSeconds() + "s",
        "queries.step=" + Readers.STEP.toSeconds() + "s",
        "queries.rate=0",
        "queries.concurrency=" + parts.readers().clients());
  }

  /** Returns the beginning of a command line that starts a command where the job would run. */
  public List<String> jobWrapper() {
    return flink.wrapper();
  }

  /** Starts the job, and returns when its writers report. */
  public void startJob() {
    flink.start(settings(parts));
  }

  /**
   * Starts the job like {@link #startJob}, with metrics pages.
   *
   * @return addresses of the pages, even of one that nobody can read
   */
  public List<URI> startJobWithPages() {
    var pages = new ArrayList<URI>();
    if (hidden != null) {
      pages.add(hidden.url());
    } else {
      pages.addAll(database.pages());
    }
    if (second != null) {
      pages.addAll(second.pages());
    }
    if (proxy != null) {
      pages.addAll(proxy.pages());
    }
    pages.addAll(flink.showPages());
    startJob();
    return pages;
  }

  /**
   * Starts the session cluster for a job that another process submits; empty if the set-up has no
   * TaskManagers of its own.
   */
  public Optional<String> startCluster() {
    return parts.job().taskManagers() > 0 ? Optional.of(flink.startCluster()) : Optional.empty();
  }

  /** Returns the address of the Flink on which the job runs. */
  public String flinkUrl() {
    return flink.url();
  }

  /**
   * Changes the parts, and returns the time until the change itself no longer affects measurements.
   */
  public Duration become(Parts next) {
    if (next.equals(parts)) {
      return Duration.ZERO;
    }
    Parts before = parts;
    parts = next;
    Duration settles = AFTER_A_CHANGE;
    if (next.shared() != null) {
      shared.orElseThrow().quota(next.shared().cores());
    }
    if (next.wire() != null && !next.wire().equals(before.wire())) {
      wire.become(next.wire());
      settles = AFTER_A_RESTART;
    }
    if (!next.database().equals(before.database())) {
      settles = longer(settles, becomeDatabase(next));
    }
    if (next.second() != null && second.become(next.second())) {
      settles = longer(settles, AFTER_A_RESTART);
    }
    if (next.proxy() != null && proxy.become(next.proxy())) {
      settles = longer(settles, AFTER_A_RESTART);
    }
    if (next.bursts() != null && !next.bursts().equals(before.bursts())) {
      bursts.become(next.bursts());
    }
    if (next.readers() != null && !next.readers().equals(before.readers())) {
      readers.become(next.readers());
      settles = longer(settles, AFTER_A_RESTART);
    }
    if (next.locker() != null && !next.locker().equals(before.locker())) {
      locker.become(next.locker());
    }
    if (next.writer() != null && !next.writer().equals(before.writer())) {
      endWriter();
      startWriter(next.writer());
      settles = longer(settles, next.writer().rate() > 0 ? AFTER_A_COLD_START : AFTER_A_RESTART);
    }
    return longer(
        settles,
        switch (flink.become(next.job(), settings(next))) {
          case LIVE -> AFTER_A_CHANGE;
          case SUBMITTED -> AFTER_A_RESTART;
          case COLD -> AFTER_A_COLD_START;
        });
  }

  private Duration becomeDatabase(Parts next) {
    if (bursts != null) {
      bursts.close();
    }
    boolean restarted = database.become(next.database());
    if (bursts != null) {
      bursts = replaced(bursts, new Bursts(next.bursts(), database.process()));
    }
    return restarted ? AFTER_A_RESTART : AFTER_A_CHANGE;
  }

  private <T extends AutoCloseable> T replaced(T old, T part) {
    started.set(started.indexOf(old), part);
    return part;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Lets the parts run without measuring. */
  public void pause(Duration time) {
    Poll.pause(time);
  }

  /** Measures for that time. */
  public Throughput measure(Duration time) {
    OptionalDouble storedBefore = stored();
    double databaseBefore = database.process().cpuSeconds().orElse(Double.NaN);
    double jobBefore = flink.cpuSeconds();
    HostCpu hostBefore = HostCpu.read();
    long from = System.currentTimeMillis();
    long fromNanos = System.nanoTime();
    var log = flink.observe(time);
    double seconds = (System.nanoTime() - fromNanos) / 1e9;
    long to = System.currentTimeMillis();
    HostCpu host = HostCpu.read();
    double job = flink.cpuSeconds() - jobBefore;
    double databases = database.process().cpuSeconds().orElse(Double.NaN) - databaseBefore;
    OptionalDouble stored = stored();
    double acknowledged = Math.max(0, DoubleStream.of(log.rates(from, to)).average().orElse(0));
    Double storedRate =
        stored.isPresent() && storedBefore.isPresent()
            ? (stored.getAsDouble() - storedBefore.getAsDouble()) / seconds
            : null;
    return new Throughput(
        seconds,
        storedRate == null ? acknowledged : Math.min(acknowledged, storedRate),
        acknowledged,
        storedRate,
        1 - (host.busySeconds() - hostBefore.busySeconds()) / (seconds * host.cores()),
        job / seconds,
        databases / seconds);
  }

  private OptionalDouble stored() {
    OptionalDouble one = database.stored();
    return second == null || one.isEmpty()
        ? one
        : OptionalDouble.of(one.getAsDouble() + second.stored().orElse(0));
  }

  @Override
  public void close() {
    var problems = new ArrayList<Exception>();
    for (int i = started.size() - 1; i >= 0; i--) {
      try {
        started.get(i).close();
      } catch (Exception e) {
        problems.add(e);
      }
    }
    started.clear();
    if (!problems.isEmpty()) {
      throw new IllegalStateException("not all parts ended: " + problems.get(0), problems.get(0));
    }
  }
}
