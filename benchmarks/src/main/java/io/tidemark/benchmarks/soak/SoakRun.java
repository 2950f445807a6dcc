package io.tidemark.benchmarks.soak;

import io.tidemark.benchmarks.result.Row;
import io.tidemark.cli.Main;
import io.tidemark.cluster.RestAddress;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.DurationText;
import io.tidemark.measure.Amounts;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.report.ReportFiles;
import io.tidemark.report.RunPage;
import io.tidemark.run.Observer;
import io.tidemark.run.Run;
import io.tidemark.run.RunResult;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.SessionCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Starts the parts of a soak, runs it, and finds out what became of it. */
public final class SoakRun implements AutoCloseable {
  /** Name of the topic, and value of the label on everything that is stored from it. */
  private static final String SOAK = "soak";

  private static final int PARTITIONS = 2;

  /** Number of TaskManagers, each with one core. */
  private static final int PARALLELISM = 2;

  private static final double SHARE = 0.5;

  /** Samples per second beyond any ceiling on two cores, so that the topic does not end first. */
  private static final double MORE_THAN_ANY = 1.5e6;

  private static final Duration MAX_CEILING_TIME = Duration.ofMinutes(2);
  private static final int READINGS = 120;
  private static final Duration MIN_STEP = Duration.ofSeconds(4);

  private final Duration time;
  private final Duration killEvery;
  private final Consumer<String> progress;
  private final KafkaBroker kafka = KafkaBroker.start();
  private final OwnedDatabase database =
      OwnedVictoriaMetrics.start(
          OwnedDatabase.Settings.arguments(
              // With this flag, samples that a restart sends again are counted once.
              "-dedup.minScrapeInterval=1ms",
              "-search.maxQueryDuration=10m",
              "-search.maxSamplesPerQuery=2000000000"));
  private final SessionCluster cluster = SessionCluster.start(PARALLELISM, 1);
  private final OwnedProcess deadLetters = OwnedProcess.folder("soak");
  private final Readings readings = new Readings();
  private int killed;

  /**
   * @param method how it was measured, and the overall result
   * @param problems what must not happen, but did
   * @param run the job's own result
   */
  public record Result(String method, List<Row> rows, List<String> problems, RunResult run) {
    /** Writes {@code report.html} and {@code report.md}, which show how even the rate was. */
    public void report(Path folder) {
      ReportFiles.render(folder, RunPage.of(run));
    }
  }

  private SoakRun(Duration time, Duration killEvery, Consumer<String> progress) {
    this.time = time;
    this.killEvery = killEvery;
    this.progress = progress;
  }

  public static Result execute(Duration time, Duration killEvery, Consumer<String> progress) {
    try (var soak = new SoakRun(time, killEvery, progress)) {
      return soak.execute();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private Result execute() throws InterruptedException {
    Instant start = Instant.now().minus(90, ChronoUnit.DAYS).truncatedTo(ChronoUnit.DAYS);
    double ceiling = ceiling(start.minus(365, ChronoUnit.DAYS));
    double sourceRate = SHARE * ceiling / SoakTraffic.M;
    var traffic = SoakTraffic.of(sourceRate * time.toSeconds(), start);
    progress.accept(
        "%s samples/s, half of %s; %s source samples of %s series in %s"
            .formatted(
                Amounts.count(SHARE * ceiling),
                Amounts.count(ceiling),
                Amounts.count(traffic.samples()),
                Amounts.count(SoakTraffic.SERIES),
                DurationText.format(time)));
    kafka.createTopic(SOAK, PARTITIONS);
    RunResult run;
    try (var producer =
        new PacedProducer(
            kafka, SOAK, PARTITIONS, traffic, sourceRate / SoakTraffic.RECORD_SAMPLES)) {
      run = watched(SOAK, traffic);
      producer.await();
    }
    progress.accept("looking at what is stored");
    List<String> differences = new StoredSet(database.url(), SOAK, traffic).differences();
    return new SoakReport(time, ceiling, traffic, killed, readings, run).result(differences);
  }

  /**
   * Returns the ceiling in samples per second, with the same job and parts, from a topic that is
   * filled before.
   */
  private double ceiling(Instant start) throws InterruptedException {
    Duration limit =
        time.dividedBy(4).compareTo(MAX_CEILING_TIME) < 0 ? time.dividedBy(4) : MAX_CEILING_TIME;
    var traffic = SoakTraffic.of(MORE_THAN_ANY / SoakTraffic.M * limit.toSeconds(), start);
    progress.accept("as fast as it goes for " + DurationText.format(limit));
    kafka.createTopic("ceiling", PARTITIONS);
    try (var producer =
        new PacedProducer(kafka, "ceiling", PARTITIONS, traffic, Double.POSITIVE_INFINITY)) {
      producer.await();
    }
    RunResult run = run("ceiling", traffic, Optional.of(limit));
    return run.stability() == null || run.stability().steady() == null
        ? run.samplesPerSecond()
        : run.stability().steady();
  }

  /** Runs the job in a thread of its own, while this thread reads values and kills TaskManagers. */
  private RunResult watched(String topic, SoakTraffic traffic) throws InterruptedException {
    var job = CompletableFuture.supplyAsync(() -> run(topic, traffic, Optional.empty()));
    int port = Loopback.freePort();
    Vitals vitals = new Vitals(cluster, Loopback.http(port).resolve("/metrics"));
    long begin = System.nanoTime();
    long nextKill = killEvery.toNanos();
    Duration step = step(time);
    ChildJvm watch = null;
    try {
      while (!ended(job, step)) {
        // A watch ends if its job is restarted meanwhile, or did not exist yet.
        if (watch == null || !watch.isAlive()) {
          watch = watch(port, watch);
        }
        long elapsed = System.nanoTime() - begin;
        boolean drains = elapsed > time.toNanos();
        if (!drains && elapsed >= nextKill && nextKill < time.toNanos()) {
          kill();
          nextKill += killEvery.toNanos();
        } else if (!drains) {
          vitals.read().ifPresent(readings::add);
        }
      }
      return job.join();
    } finally {
      if (watch != null) {
        watch.close();
      }
    }
  }

  /** Returns the time between two readings. */
  static Duration step(Duration time) {
    Duration step = time.dividedBy(READINGS);
    return step.compareTo(MIN_STEP) < 0 ? MIN_STEP : step;
  }

  private static boolean ended(CompletableFuture<RunResult> job, Duration wait)
      throws InterruptedException {
    try {
      job.get(wait.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException running) {
      return false;
    } catch (ExecutionException failed) {
      throw new IllegalStateException("the job failed", failed.getCause());
    }
  }

  private ChildJvm watch(int port, ChildJvm before) {
    if (before != null) {
      before.close();
    }
    return ChildJvm.start(
        Main.class,
        List.of("-Xmx256m"),
        "",
        List.of(
            "watch",
            "-q",
            "--cluster",
            cluster.restUrl(),
            "--prometheus-port",
            Integer.toString(port)));
  }

  /** Kills a TaskManager, but never the first one, which is observed from beginning to end. */
  private void kill() {
    int added = cluster.addTaskManager();
    cluster.killTaskManager(added - 1);
    killed++;
    progress.accept("killed TaskManager %d".formatted(added - 1));
  }

  private RunResult run(String topic, SoakTraffic traffic, Optional<Duration> limit) {
    var plan =
        new Run.Plan(
            ConfigLoader.load(Optional.empty(), settings(topic, traffic)),
            Optional.of(RestAddress.parse(cluster.restUrl())),
            true,
            limit,
            Optional.empty(),
            Optional.empty());
    return Run.execute(plan, new Warnings(progress), load -> {});
  }

  private List<String> settings(String topic, SoakTraffic traffic) {
    var stop = new ArrayList<String>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      long records = (traffic.records() + PARTITIONS - 1 - partition) / PARTITIONS;
      stop.add("%s:%d=%d".formatted(topic, partition, records));
    }
    return List.of(
        "source.type=kafka",
        "source.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
        "source.kafka.topics=[" + topic + "]",
        "source.kafka.format=influx",
        "source.kafka.stop=" + String.join(",", stop),
        "amplify.m=" + SoakTraffic.M,
        "amplify.interval=" + SoakTraffic.INTERVAL_SECONDS + "s",
        "target.urls=[" + database.url() + "]",
        "target.extra-labels={run: " + topic + "}",
        "dead-letter.path=" + deadLetters.folder().resolve("dead-letters").toUri(),
        "checkpoint.interval=10s",
        "parallelism=" + PARALLELISM);
  }

  @Override
  public void close() {
    deadLetters.close();
    cluster.close();
    database.close();
    kafka.close();
  }

  /** Passes on what a user would see on the console, except the progress. */
  private record Warnings(Consumer<String> to) implements Observer {
    @Override
    public void note(String line) {
      to.accept(line);
    }

    @Override
    public void warn(String line) {
      to.accept(line);
    }

    @Override
    public void progress(Progress progress) {}

    @Override
    public void ended() {}
  }
}
