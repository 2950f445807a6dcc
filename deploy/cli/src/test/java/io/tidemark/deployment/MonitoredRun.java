package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.cluster.RestAddress;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.Loopback;
import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import io.tidemark.readers.Readers;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.SessionCluster;
import io.tidemark.watch.Judgement;
import io.tidemark.watch.Watch;
import io.tidemark.watch.WatchObserver;
import io.tidemark.watch.WatchPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A job that reads a topic on a session cluster and writes into a database, {@code tidemark watch}
 * beside it, and a second database that scrapes the pages of all of them every two seconds, less
 * often where the host is slow.
 */
final class MonitoredRun implements AutoCloseable {
  private static final String TOPIC = "metrics";
  private static final long BETWEEN_RECORDS_MILLIS = 5;

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(30);

  /** A rate is over so many readings of the pages. */
  private static final int READINGS = 5;

  private static final WatchObserver UNHEARD =
      new WatchObserver() {
        @Override
        public void note(String line) {}

        @Override
        public void judged(Judgement judgement) {}
      };

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final OwnedVictoriaMetrics monitoring;
  private final String database;
  private final String jobId;

  /** A page that takes longer than until the next reading is not read at all. */
  private final Duration readEvery = Patience.ofSeconds(2);

  private volatile Throwable watchFailed;

  private MonitoredRun(Path folder) throws Exception {
    try {
      var broker = CompletableFuture.supplyAsync(KafkaBroker::start);
      int jobManagerPort = Loopback.freePort();
      SessionCluster cluster = keep(SessionCluster.startWithPrometheus(2, jobManagerPort));
      KafkaBroker kafka = keep(started(broker));
      OwnedVictoriaMetrics target =
          keep(Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start));
      database = target.url().getAuthority();
      int watchPort = Loopback.freePort();
      int readersPort = Loopback.freePort();
      Path scrape = folder.resolve("scrape.yaml");
      Files.writeString(
          scrape,
          """
          global: {scrape_interval: %5$ds}
          scrape_configs:
            - job_name: flink
              static_configs: [{targets: ["127.0.0.1:%1$d", "127.0.0.1:%2$d"]}]
            - job_name: tidemark-watch
              static_configs: [{targets: ["127.0.0.1:%3$d", "127.0.0.1:%6$d"]}]
            - job_name: database
              static_configs: [{targets: ["%4$s"]}]
          """
              .formatted(
                  jobManagerPort,
                  jobManagerPort + 1,
                  watchPort,
                  database,
                  readEvery.toSeconds(),
                  readersPort));
      monitoring =
          keep(
              Patience.started(
                  "VictoriaMetrics",
                  () ->
                      OwnedVictoriaMetrics.start(
                          Settings.arguments(
                              "-promscrape.config=" + scrape, "-search.latencyOffset=1s"))));
      kafka.createTopic(TOPIC, 1);
      produceUntilClosed(kafka);
      RemoteFlink flink = keep(RemoteFlink.connect(cluster.restUrl()));
      JobConfig config = config(folder, kafka, target, readersPort);
      Readers readers = keep(Readers.start(config, Start.FRESH.jobName()).orElseThrow());
      FlinkJob job = flink.submit(config, Start.FRESH);
      readers.resume();
      // Before that it has not said yet whose job it is.
      Patience.await("a running job", STARTS_WITHIN, () -> job.status() == JobStatus.RUNNING);
      jobId = job.id();
      Thread watching = watch(cluster.restUrl(), jobId, watchPort);
      keep(() -> assertThatItEndsWithTheJob(watching));
      keep(job::cancel);
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  private static KafkaBroker started(CompletableFuture<KafkaBroker> broker) {
    try {
      return broker.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof NotInTime late ? late : e;
    }
  }

  static MonitoredRun start(Path folder) throws Exception {
    return new MonitoredRun(folder);
  }

  private <T extends AutoCloseable> T keep(T part) {
    started.push(part);
    return part;
  }

  private static JobConfig config(
      Path folder, KafkaBroker kafka, OwnedVictoriaMetrics target, int readersPort) {
    return ConfigLoader.load(
            Optional.empty(),
            List.of(
                "source.type=kafka",
                "source.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "source.kafka.topics=[" + TOPIC + "]",
                "source.kafka.format=influx",
                "amplify.m=2",
                "target.urls=[" + target.url() + "]",
                "write.linger=100ms",
                "queries.expressions=[count(cpu_usage)]",
                "queries.rate=2",
                "queries.metrics-port=" + readersPort,
                "dead-letter.path=" + folder.resolve("dead-letters").toUri(),
                "checkpoint.interval=2s",
                "parallelism=1"))
        .config();
  }

  /** A record of one good line and a bad one, two hundred times a second. */
  private void produceUntilClosed(KafkaBroker kafka) {
    var producer = keep(kafka.producer(Map.of()));
    var timer = Executors.newSingleThreadScheduledExecutor();
    keep(
        () -> {
          timer.shutdownNow();
          timer.awaitTermination(Patience.of(ENDS_WITHIN).toMillis(), TimeUnit.MILLISECONDS);
        });
    timer.scheduleAtFixedRate(
        () -> {
          Instant now = Instant.now();
          String lines =
              "cpu,host=a usage=1 %d%09d\nno line\n".formatted(now.getEpochSecond(), now.getNano());
          producer.send(new ProducerRecord<>(TOPIC, lines.getBytes(StandardCharsets.UTF_8)));
        },
        0,
        BETWEEN_RECORDS_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  private Thread watch(String cluster, String job, int port) {
    var plan =
        new WatchPlan(
            RestAddress.parse(cluster),
            Optional.of(job),
            ConfigLoader.load(Optional.empty(), List.of()),
            Optional.of(Duration.ofSeconds(3)),
            Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)),
            false,
            false);
    var watching = new Thread(() -> Watch.run(plan, UNHEARD));
    watching.setUncaughtExceptionHandler((thread, failed) -> watchFailed = failed);
    watching.start();
    return watching;
  }

  private static void assertThatItEndsWithTheJob(Thread watching) throws InterruptedException {
    watching.join(Patience.of(ENDS_WITHIN).toMillis());
    assertThat(watching.isAlive()).as("the watch goes on without its job").isFalse();
  }

  /** Why the watch beside the job has ended, or null. */
  Throwable watchFailed() {
    return watchFailed;
  }

  /** The query's result now, Grafana's variables replaced by what they stand for in this run. */
  JsonNode query(String expression) throws IOException {
    String asked =
        expression
            .replace("$__rate_interval", READINGS * readEvery.toSeconds() + "s")
            .replace("$job", ".+")
            .replace("$run", jobId)
            .replace("$storage", "$database")
            .replace("$database", database.replace(".", "\\\\."));
    JsonNode answer =
        get("/api/v1/query?query=" + URLEncoder.encode(asked, StandardCharsets.UTF_8));
    return answer.at("/data/result");
  }

  /** Of every metric that was scraped. */
  JsonNode names() throws IOException {
    return get("/api/v1/label/__name__/values").get("data");
  }

  /** The pages, and what was wrong with those that could not be read. */
  JsonNode targets() throws IOException {
    return get("/api/v1/targets").at("/data/activeTargets");
  }

  private JsonNode get(String pathAndQuery) throws IOException {
    return new ObjectMapper()
        .readTree(URI.create(monitoring.url() + pathAndQuery).toURL().openStream());
  }

  @Override
  public void close() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        throw new AssertionError("a part of the run does not end", e);
      }
    }
  }
}
