package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Loopback;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real database, to which a real vmagent sends what a client of this test gives it: their pages
 * are saved or scraped, and judged.
 */
@Tag("quiet-host")
class DiagnoseIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int SAMPLES = 2_000;
  private static final int POSTS_PER_SECOND = 10;

  /** What stands for what nobody may see. */
  private static final String SECRET = "hunter2secret";

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicLong posted = new AtomicLong();
  private final ScheduledExecutorService poster = Executors.newSingleThreadScheduledExecutor();
  private OwnedDatabase database;
  private OwnedProcess agent;

  /** Null unless a test started one. */
  private OwnedProcess prometheus;

  private int agentPort;

  @BeforeEach
  void startBoth() throws IOException {
    String vmagent = vmagent();
    database =
        Tsdb.byType("victoriametrics", DiagnoseIT.class.getClassLoader())
            .starter()
            .orElseThrow()
            .start(Settings.arguments("-selfScrapeInterval=1s", "-search.latencyOffset=0s"));
    agentPort = Loopback.freePort();
    agent = startAgent(vmagent, database.url() + "/api/v1/write", 1);
    poster.scheduleAtFixedRate(this::post, 0, 1000 / POSTS_PER_SECOND, TimeUnit.MILLISECONDS);
    Patience.await("ten posts", PATIENCE, () -> posted.get() >= 10);
  }

  /** On its port, where nothing listens. */
  private OwnedProcess startAgent(String vmagent, String url, int queues) {
    Path own = OwnedProcess.newFolder("vmagent");
    OwnedProcess started =
        OwnedProcess.start(
            own,
            "TERM",
            List.of(
                vmagent,
                "-remoteWrite.url=" + url,
                "-remoteWrite.queues=" + queues,
                "-remoteWrite.basicAuth.username=" + SECRET,
                "-remoteWrite.label=tenant=" + SECRET,
                "-httpListenAddr=127.0.0.1:" + agentPort,
                "-remoteWrite.tmpDataPath=" + own.resolve("data")));
    started.awaitReady("vmagent", Patience.of(PATIENCE), () -> answers(agentUrl("/metrics")));
    return started;
  }

  @AfterEach
  void close() {
    poster.shutdownNow();
    if (prometheus != null) {
      prometheus.close();
    }
    if (agent != null) {
      agent.close();
    }
    if (database != null) {
      database.close();
    }
  }

  private void post() {
    var body = new StringBuilder();
    for (int i = 0; i < SAMPLES; i++) {
      body.append("load{number=\"").append(i).append("\"} ").append(posted.get()).append('\n');
    }
    try {
      client.send(
          HttpRequest.newBuilder(agentUrl("/api/v1/import/prometheus"))
              .POST(BodyPublishers.ofString(body.toString()))
              .build(),
          BodyHandlers.discarding());
      posted.incrementAndGet();
    } catch (IOException e) {
      // Counted as not posted.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private URI agentUrl(String path) {
    return URI.create("http://127.0.0.1:" + agentPort + path);
  }

  private boolean answers(URI url) {
    try {
      return client
              .send(HttpRequest.newBuilder(url).build(), BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void pagesAreSavedForOthersToSeeAndAreEnoughToTellThatNothingIsFull() throws Exception {
    Path pages = folder.resolve("pages");
    String urls = database.url() + "," + agentUrl("");
    long postedBefore = posted.get();
    long begin = System.nanoTime();

    assertThat(
            execute(
                "diagnose",
                "--collect",
                urls,
                "--for",
                "12s",
                "--every",
                "2s",
                "--out",
                "" + pages))
        .as(err.toString())
        .isZero();
    double posts = (posted.get() - postedBefore) / ((System.nanoTime() - begin) / 1e9);

    assertThat(out.toString())
        .containsPattern("process    single-1: [4-7] pages")
        .containsPattern("process    sender-1: [4-7] pages")
        .contains("tidemark diagnose --pages " + pages)
        .contains("remoteWrite.basicAuth.username");
    List<Path> files;
    try (Stream<Path> all = Files.list(pages)) {
      files = all.toList();
    }
    assertThat(files).hasSizeBetween(8, 14);
    for (Path file : files) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(file)
          .content()
          .doesNotContain(SECRET, "127.0.0.1", database.folder().toString(), ":" + agentPort);
    }

    int code = execute("diagnose", "--pages", "" + pages, "--json");
    JsonNode told = new ObjectMapper().readTree(out.toString());
    MeasuredBound.check(
        () -> {
          assertThat(code).as(told.toPrettyString()).isZero();
          assertThat(told.get("cause").asText())
              .as(told.toPrettyString())
              .isEqualTo("NONE_REACHED");
          assertThat(told.at("/parts/0/samplesPerSecond").asDouble())
              .isBetween(0.5 * posts * SAMPLES, 1.5 * posts * SAMPLES);
          assertThat(told.at("/parts/0/behind").asBoolean()).isFalse();
        });
    assertThat(told.get("evidence").findValuesAsText("query"))
        .contains("rate(vmagent_remotewrite_send_duration_seconds_total[5m])");
  }

  /** By what it scraped of itself, as nobody else did. */
  @Test
  void whatTheDatabaseStoredOfItselfTellsOfItAlone() throws Exception {
    // What it stored is seen some seconds later, and asked for every five.
    Patience.await("twenty seconds of posts", PATIENCE, () -> posted.get() >= 200);

    int code = execute("diagnose", "--metrics", "" + database.url(), "--from", "20s", "--json");

    assertThat(err.toString()).isEmpty();
    JsonNode told = new ObjectMapper().readTree(out.toString());
    MeasuredBound.check(
        () -> {
          assertThat(code).as(told.toPrettyString()).isEqualTo(3);
          assertThat(told.get("sentence").asText())
              .as(told.toPrettyString())
              .contains("Nothing in the database stops 20 % more");
          assertThat(told.at("/parts/0/samplesPerSecond").asDouble())
              .isGreaterThan(0.3 * POSTS_PER_SECOND * SAMPLES);
        });
    assertThat(told.get("missing").toString()).contains("pages of the senders");
  }

  /** Of both processes, every 5 s, by a Prometheus that nobody told of roles. */
  @Test
  @Tag("slow")
  @Tag("guards:job/diagnose")
  void whatAPrometheusScrapedIsEnough() throws Exception {
    int port = Loopback.freePort();
    startPrometheus(port, database.url().getAuthority());

    tellsOfAMinuteOfPosts(port, "VictoriaMetrics");
  }

  /** It scrapes its own page beside that of its sender, as most of them do. */
  @Test
  @Tag("slow")
  @Tag("guards:job/diagnose")
  @Tag("guards:sinks/prometheus")
  void aPrometheusThatTakesWritesIsTheDatabase() throws Exception {
    int port = Loopback.freePort();
    startPrometheus(port, "127.0.0.1:" + port);
    agent.close();
    agent = startAgent(vmagent(), "http://127.0.0.1:%d/api/v1/write".formatted(port), 1);

    tellsOfAMinuteOfPosts(port, "prometheus");
  }

  /** It refuses what a later request has overtaken, and vmagent gives that up. */
  @Test
  @Tag("slow")
  @Tag("guards:job/diagnose")
  @Tag("guards:sinks/prometheus")
  void whatAPrometheusRefusesOfManyQueuesIsLostAndLeads() throws Exception {
    int port = Loopback.freePort();
    startPrometheus(port, "127.0.0.1:" + port);
    agent.close();
    agent = startAgent(vmagent(), "http://127.0.0.1:%d/api/v1/write".formatted(port), 8);

    JsonNode told = afterAMinuteOfPosts(port);

    MeasuredBound.check(
        () -> {
          assertThat(told.get("sentence").asText())
              .as(told.toPrettyString())
              .startsWith("Senders lose ");
          assertThat(told.get("cause").asText()).isEqualTo("REQUESTS_FAIL");
        });
  }

  private JsonNode afterAMinuteOfPosts(int port) throws IOException {
    long before = posted.get();
    Patience.await("a minute of posts", PATIENCE, () -> posted.get() >= before + 550);

    execute("diagnose", "--metrics", "http://127.0.0.1:" + port, "--from", "50s", "--json");

    return new ObjectMapper().readTree(out.toString());
  }

  private void tellsOfAMinuteOfPosts(int port, String product) throws IOException {
    JsonNode told = afterAMinuteOfPosts(port);
    assertThat(told.get("processes"))
        .extracting(each -> each.get("product").asText() + " " + each.get("role").asText())
        .as(told.toPrettyString())
        .containsExactlyInAnyOrder(product + " takes and stores writes", "vmagent sends");
    assertThat(told.get("secondsApart").asDouble()).isEqualTo(5);
    MeasuredBound.check(
        () -> {
          assertThat(told.get("cause").asText())
              .as(told.toPrettyString())
              .isIn("NONE_REACHED", "INCONCLUSIVE");
          assertThat(told.at("/parts/0/samplesPerSecond").asDouble())
              .isGreaterThan(0.3 * POSTS_PER_SECOND * SAMPLES);
        });
  }

  /**
   * One that takes writes.
   *
   * @param other what it scrapes every 5 s beside the agent
   */
  private void startPrometheus(int port, String other) throws IOException {
    Path own = OwnedProcess.newFolder("prometheus");
    Path config =
        Files.writeString(
            own.resolve("scrape.yml"),
            """
            global: {scrape_interval: 5s, scrape_timeout: 4s}
            scrape_configs:
            - job_name: all
              static_configs: [{targets: ["%s", "127.0.0.1:%d"]}]
            """
                .formatted(other, agentPort));
    prometheus =
        OwnedProcess.start(
            own,
            "TERM",
            List.of(
                program("prometheus", System.getenv("TIDEMARK_TEST_PROMETHEUS")),
                "--config.file=" + config,
                "--storage.tsdb.path=" + own.resolve("data"),
                "--web.enable-remote-write-receiver",
                "--web.listen-address=127.0.0.1:" + port));
    prometheus.awaitReady(
        "Prometheus",
        Patience.of(PATIENCE),
        () -> answers(URI.create("http://127.0.0.1:%d/-/ready".formatted(port))));
  }

  private int execute(String... arguments) {
    out.getBuffer().setLength(0);
    return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private static String vmagent() {
    return program(
        "vmagent",
        System.getenv("TIDEMARK_TEST_VMAGENT"),
        beside("TIDEMARK_TEST_VICTORIA_METRICS_CURRENT"),
        beside("TIDEMARK_VICTORIA_METRICS"));
  }

  private static String beside(String variable) {
    String program = System.getenv(variable);
    return program == null ? null : Path.of(program).resolveSibling("vmagent").toString();
  }

  /**
   * @param named where it may be, before the PATH; null where that is not said
   */
  private static String program(String name, String... named) {
    Stream<String> onPath =
        Stream.of(System.getenv("PATH").split(":")).map(each -> each + "/" + name);
    return Stream.concat(Stream.of(named).filter(Objects::nonNull), onPath)
        .filter(place -> Files.isRegularFile(Path.of(place)) && Files.isExecutable(Path.of(place)))
        .findFirst()
        .orElseGet(
            () ->
                Assumptions.abort("no %s on the PATH, and no variable names one".formatted(name)));
  }
}
