package io.tidemark.readers;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.queries.Queries;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.RunException;
import io.tidemark.process.WithheldVariables;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.query.QueryClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The readers of a run or a search. They are a process of their own, so that their CPU time is not
 * the job's, and so that they can only query. The process ends with this one, however that ends,
 * and its failure never stops the writes. This process writes the samples with which the readers
 * measure freshness. Thread-safe.
 */
public final class Readers implements ReadLoad, AutoCloseable {
  /** Memory in MiB that the Java process needs in addition to its answers. */
  private static final long OWN_MEGABYTES = 96;

  /** Factor for the memory of answers, because an answer is copied once while it is read. */
  private static final long TIMES_ITS_ANSWERS = 2;

  private static final long ENDS_WITHIN_MILLIS = 2_000;
  private static final String GONE = "the readers' process has ended";

  private final Process process;
  private final PrintStream commands;
  private final Clock clock;
  private final AtomicLong newestMillis = new AtomicLong();
  private final MarkerWriter markers;
  private final ReadLog log = new ReadLog();
  private boolean closed;

  /**
   * Starts the readers, which then wait for {@link #resume}.
   *
   * @param config configuration whose target this process can reach
   * @param jobName Flink's name of the job beside which they read
   * @return the readers; empty if the configuration has no queries
   * @throws ConfigException if this kind of database can't be queried
   * @throws RunException if the process does not start
   */
  public static Optional<Readers> start(JobConfig config, String jobName) {
    Queries queries = config.queries();
    if (queries.isEmpty()) {
      return Optional.empty();
    }
    TargetConfig target =
        queries.urls().isEmpty() ? config.target() : config.target().withUrls(queries.urls());
    boolean canLook = canLook(target);
    var setup = new ReaderProcess.Setup(target, jobName, queries, Expressions.of(queries));
    try {
      Process process = process(target, queries);
      var in = process.inputReader(StandardCharsets.UTF_8);
      var out = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      out.println(setup.line());
      String first = in.readLine();
      if (!ReaderProcess.READY.equals(first)) {
        process.destroy();
        throw new ConfigException(
            "the readers did not start: "
                + (first == null
                    ? "their process ended"
                    : first.replace(ReaderProcess.FAILED, "")));
      }
      boolean marks = canLook && queries.freshness();
      return Optional.of(new Readers(process, out, in, marks ? config : null));
    } catch (IOException e) {
      throw new RunException("the readers did not start: " + e, e);
    }
  }

  /**
   * Tells whether the stored samples of a series can be read from the target.
   *
   * @throws ConfigException if the target can't be queried at all
   */
  private static boolean canLook(TargetConfig target) {
    try (QueryClient client =
        Tsdb.byType(target.type(), Readers.class.getClassLoader())
            .queries(target)
            .orElseThrow(
                () ->
                    new ConfigException(
                        "queries: target.type=%s can't be asked yet; leave them out"
                            .formatted(target.type())))) {
      return client.stored(MarkerProbe.series(target)).isPresent();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  private static Process process(TargetConfig target, Queries queries) throws IOException {
    long answers = TIMES_ITS_ANSWERS * queries.answerBytes() * queries.concurrency();
    var builder =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx%dm".formatted(OWN_MEGABYTES + (answers >> 20)),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ReaderProcess.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    WithheldVariables.removeFrom(builder.environment());
    builder.environment().putAll(ownSecrets(target.auth(), System.getenv()));
    return builder.start();
  }

  /**
   * Returns the environment variables with the target's secrets, because the process logs in as the
   * job does.
   */
  static Map<String, String> ownSecrets(TargetConfig.Auth auth, Map<String, String> environment) {
    var own = new TreeMap<String, String>();
    environment.forEach(
        (name, value) -> {
          String reference = "${" + name + "}";
          if (reference.equals(auth.password()) || reference.equals(auth.bearerToken())) {
            own.put(name, value);
          }
        });
    return own;
  }

  /**
   * @param marked configuration of the job if markers are to be written; otherwise null
   */
  private Readers(Process process, PrintStream commands, BufferedReader reports, JobConfig marked) {
    this.process = process;
    this.commands = commands;
    this.clock = Clock.systemUTC();
    this.markers =
        marked == null
            ? null
            : MarkerWriter.start(
                marked.target(),
                marked.queries().timeout(),
                () -> newestMillis.get() == 0 ? clock.millis() : newestMillis.get(),
                new Markers());
    var listening = new Thread(() -> listen(reports), "readers");
    listening.setDaemon(true);
    listening.start();
  }

  private void listen(BufferedReader reports) {
    try {
      for (String line = reports.readLine(); line != null; line = reports.readLine()) {
        Report report = Report.parse(line);
        double cpu = new LinuxProcess(process.pid()).cpuSeconds().orElse(Double.NaN);
        synchronized (this) {
          log.add(clock.millis(), report, cpu);
          notifyAll();
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      // The process has ended; its reports so far stay valid.
    }
  }

  /** Tells the process which samples to look for. */
  private final class Markers implements MarkerWriter.Listener {
    @Override
    public void acknowledged(long number, long timestampMillis) {
      commands.println(
          ReaderProcess.ACKNOWLEDGED
              + "%d %d %d".formatted(number, timestampMillis, ReaderProcess.unixMicros()));
    }

    @Override
    public void refused() {
      commands.println(ReaderProcess.REFUSED);
    }
  }

  @Override
  public void pause() {
    if (markers != null) {
      markers.pause();
    }
    commands.println(ReaderProcess.PAUSE);
  }

  @Override
  public void resume() {
    commands.println(ReaderProcess.RESUME);
    if (markers != null) {
      markers.resume();
    }
  }

  @Override
  public void rate(double perSecond) {
    commands.println(ReaderProcess.RATE + perSecond);
  }

  @Override
  public synchronized long outstanding() {
    return log.outstanding();
  }

  @Override
  public void written(JobConfig running, long samples) {
    if (running.source().type() == JobConfig.SourceType.DATAGEN
        && !running.source().datagen().start().isEmpty()) {
      JobConfig.Datagen generator = running.source().datagen();
      double perTick =
          Math.max(1, generator.seriesAlive() * running.amplify().m() * running.amplify().n());
      long passed = (long) (samples / perTick * generator.interval().toMillis());
      newestMillis.set(Instant.parse(generator.start()).toEpochMilli() + passed);
      commands.println(ReaderProcess.NEWEST + newestMillis.get());
    }
  }

  /** Tells whether the process of the readers runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public synchronized Optional<Reads> between(long fromMillis, long toMillis) {
    return log.between(fromMillis, toMillis)
        .map(reads -> !process.isAlive() && !closed ? reads.because(GONE) : reads);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    if (markers != null) {
      markers.close();
    }
    commands.close();
    try {
      if (!process.waitFor(ENDS_WITHIN_MILLIS, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
