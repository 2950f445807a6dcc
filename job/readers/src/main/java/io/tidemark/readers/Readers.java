package io.tidemark.readers;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.queries.Queries;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.RunException;
import io.tidemark.process.WithheldVariables;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The readers of a run or a search: a process of their own, whose CPU is not the job's, and which
 * can do nothing but ask. It ends with this process, however that ends, and what becomes of it
 * never stops the writing. Thread-safe.
 */
public final class Readers implements ReadLoad, AutoCloseable {
  /** What a Java machine needs besides its answers, in MiB. */
  private static final long OWN_MEGABYTES = 96;

  /** An answer is copied once while it is read. */
  private static final long TIMES_ITS_ANSWERS = 2;

  private static final long ENDS_WITHIN_MILLIS = 2_000;

  private final Process process;
  private final PrintStream commands;
  private final Clock clock;
  private final List<Seen> seen = new ArrayList<>();
  private boolean closed;

  /**
   * A report, and when it came.
   *
   * @param cpuSeconds of the process, NaN once it is gone
   */
  private record Seen(long millis, Reader.Count count, double cpuSeconds) {}

  /**
   * Starts them, and they wait for {@link #resume}.
   *
   * @param config whose target can be reached from here
   * @return empty if the configuration has no queries
   * @throws ConfigException if they can't be asked of this kind of database
   * @throws RunException if the process does not start
   */
  public static Optional<Readers> start(JobConfig config) {
    Queries queries = config.queries();
    if (queries.isEmpty()) {
      return Optional.empty();
    }
    TargetConfig target =
        queries.urls().isEmpty() ? config.target() : config.target().withUrls(queries.urls());
    requireQueries(target);
    var setup = new ReaderProcess.Setup(target, queries, Expressions.of(queries));
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
      return Optional.of(new Readers(process, out, in, Clock.systemUTC()));
    } catch (IOException e) {
      throw new RunException("the readers did not start: " + e, e);
    }
  }

  private static void requireQueries(TargetConfig target) {
    try {
      Tsdb.byType(target.type(), Readers.class.getClassLoader())
          .queries(target)
          .orElseThrow(
              () ->
                  new ConfigException(
                      "queries: target.type=%s can't be asked yet; leave them out"
                          .formatted(target.type())))
          .close();
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

  /** The variables that the target's secrets are in: the process logs in as the job does. */
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

  private Readers(Process process, PrintStream commands, BufferedReader reports, Clock clock) {
    this.process = process;
    this.commands = commands;
    this.clock = clock;
    var listening = new Thread(() -> listen(reports), "readers");
    listening.setDaemon(true);
    listening.start();
  }

  private void listen(BufferedReader reports) {
    try {
      for (String line = reports.readLine(); line != null; line = reports.readLine()) {
        Reader.Count count = Report.parse(line);
        double cpu = new LinuxProcess(process.pid()).cpuSeconds().orElse(Double.NaN);
        synchronized (this) {
          seen.add(new Seen(clock.millis(), count, cpu));
          notifyAll();
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      // It is gone; what it reported stands.
    }
  }

  @Override
  public void pause() {
    commands.println(ReaderProcess.PAUSE);
  }

  @Override
  public void resume() {
    commands.println(ReaderProcess.RESUME);
  }

  @Override
  public void written(JobConfig running, long samples) {
    if (running.source().type() == JobConfig.SourceType.DATAGEN
        && !running.source().datagen().start().isEmpty()) {
      JobConfig.Datagen generator = running.source().datagen();
      double perTick =
          Math.max(1, generator.seriesAlive() * running.amplify().m() * running.amplify().n());
      long passed = (long) (samples / perTick * generator.interval().toMillis());
      commands.println(
          ReaderProcess.NEWEST + (Instant.parse(generator.start()).toEpochMilli() + passed));
    }
  }

  /** Whether its process runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public synchronized Optional<Reads> between(long fromMillis, long toMillis) {
    List<Seen> within =
        seen.stream()
            .filter(each -> each.millis() >= fromMillis && each.millis() <= toMillis)
            .toList();
    if (within.size() < 2) {
      return Optional.empty();
    }
    Seen first = within.get(0);
    Seen last = within.get(within.size() - 1);
    Histogram latencies = null;
    for (Seen each : within.subList(1, within.size())) {
      if (latencies == null) {
        latencies = each.count().latencies().copy();
      } else {
        latencies.add(each.count().latencies());
      }
    }
    return Optional.of(reads(first, last, latencies));
  }

  private Reads reads(Seen first, Seen last, Histogram micros) {
    double seconds = (last.millis() - first.millis()) / 1e3;
    boolean any = micros.getTotalCount() > 0;
    double cpu = last.cpuSeconds() - first.cpuSeconds();
    long answered = last.count().answered() - first.count().answered();
    var failures = new LinkedHashMap<String, Long>();
    last.count()
        .failures()
        .forEach(
            (reason, times) -> {
              long more = times - first.count().failures().getOrDefault(reason, 0L);
              if (more > 0) {
                failures.put(reason, more);
              }
            });
    return new Reads(
        seconds,
        last.count().asked() + last.count().late() - first.count().asked() - first.count().late(),
        answered,
        last.count().failed() - first.count().failed(),
        last.count().late(),
        answered / seconds,
        any ? micros.getValueAtPercentile(50) / 1e3 : null,
        any ? micros.getValueAtPercentile(99) / 1e3 : null,
        any ? micros.getMaxValue() / 1e3 : null,
        last.count().bytes() - first.count().bytes(),
        Double.isFinite(cpu) ? cpu : null,
        failures,
        !process.isAlive() && !closed ? "the readers' process has ended" : last.count().ended());
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
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
