package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Loopback;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.VictoriaMetricsCluster;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** What a run says of how soon samples are visible, beside a probe that has nothing of it. */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/readers")
class FreshnessIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int PERCENT = 10;

  /** A folder of the program's own. */
  private static final String DATA = "data-of-its-own";

  private static final String STORED = "-storageDataPath=" + DATA;
  private static final String KEPT = "-retentionPeriod=100y";

  @TempDir Path folder;
  private final List<AutoCloseable> started = new ArrayList<>();

  @AfterEach
  void endWhatWasStarted() throws Exception {
    for (int i = started.size() - 1; i >= 0; i--) {
      started.get(i).close();
    }
  }

  @Test
  void agreesWithADirectProbeOfASingleNode(TestReporter reporter) throws Exception {
    String url = "http://127.0.0.1:" + start(current(), STORED, KEPT);

    agrees(reporter, url, url, "target.urls=[" + url + "]");
  }

  @Test
  void agreesWithADirectProbeOfACluster(TestReporter reporter) throws Exception {
    Path programs =
        VictoriaMetricsCluster.binaries()
            .orElseGet(
                () ->
                    Assumptions.abort(
                        "there is no cluster of VictoriaMetrics: TIDEMARK_TEST_VICTORIA_METRICS_CLUSTER is not set"));
    String inserts = "127.0.0.1:" + Loopback.freePort();
    String selects = "127.0.0.1:" + Loopback.freePort();
    int storage =
        start(
            programs.resolve("vmstorage").toString(),
            STORED,
            KEPT,
            "-vminsertAddr=" + inserts,
            "-vmselectAddr=" + selects);
    String insert =
        "http://127.0.0.1:"
            + start(programs.resolve("vminsert").toString(), "-storageNode=" + inserts);
    String select =
        "http://127.0.0.1:"
            + start(programs.resolve("vmselect").toString(), "-storageNode=" + selects);

    agrees(
        reporter,
        insert + "/insert/0/prometheus",
        select + "/select/0/prometheus",
        "target.tenant=0",
        "target.urls=[" + insert + "]",
        "queries.urls=[" + select + "]",
        "target.metrics-urls=[%s, %s, http://127.0.0.1:%d]".formatted(insert, select, storage));
  }

  private void agrees(TestReporter reporter, String written, String read, String... target)
      throws Exception {
    ChildJvm run = run(target);
    Patience.await("queries", PATIENCE, () -> run.errors().contains(" queries/s"));

    JsonNode freshness;
    var probe = new DirectProbe(written, read);
    try (probe) {
      assertThat(run.exitCode(PATIENCE)).as(run.errors()).isZero();
      freshness = new ObjectMapper().readTree(run.output()).at("/reads/freshness");
    }

    reporter.publishEntry(
        "freshness",
        "%s; direct: %d samples, p50 %.0f, p99 %.0f ms"
            .formatted(
                freshness, probe.sorted().size(), probe.percentile(50), probe.percentile(99)));
    assertThat(freshness.get("refused").asLong()).isZero();
    assertThat(freshness.get("lost").asLong()).isZero();
    assertThat(freshness.get("seen").asLong()).isGreaterThan(100);
    assertThat(probe.sorted()).hasSizeGreaterThan(100);
    MeasuredBound.check(
        () ->
            assertThat(freshness.get("p99Millis").asDouble())
                .isCloseTo(probe.percentile(99), withinPercentage(PERCENT)));
  }

  private ChildJvm run(String... target) throws IOException {
    var settings = new ArrayList<>(List.of(target));
    settings.addAll(
        List.of(
            "target.accept-load=true",
            "source.datagen.rate=20000",
            "source.datagen.series=1000",
            "queries.expressions=[count(cpu_usage_user)]",
            "queries.rate=2",
            "dead-letter.path=" + folder.resolve("dead-letters")));
    var arguments = new ArrayList<>(List.of("run", "--json", "--duration=50s"));
    settings.forEach(set -> arguments.addAll(List.of("--set", set)));
    ChildJvm run = ChildJvm.start(Main.class, List.of("-Xmx512m"), "", arguments);
    started.add(run);
    return run;
  }

  /** Where a variable names one; else what is on the PATH. */
  private static String current() {
    return Optional.ofNullable(System.getenv("TIDEMARK_TEST_VICTORIA_METRICS_CURRENT"))
        .or(() -> Optional.ofNullable(System.getenv("TIDEMARK_VICTORIA_METRICS")))
        .orElse("victoria-metrics");
  }

  /** A program that listens on a port of its own, which is returned. */
  private int start(String program, String... flags) throws Exception {
    int port = Loopback.freePort();
    Path own = OwnedProcess.newFolder("freshness");
    var command = new ArrayList<>(List.of(program, "-httpListenAddr=127.0.0.1:" + port));
    List.of(flags).forEach(flag -> command.add(flag.replace(DATA, own.resolve(DATA).toString())));
    started.add(OwnedProcess.start(own, "TERM", command));
    Patience.await(program, PATIENCE, () -> listens(port));
    return port;
  }

  private static boolean listens(int port) {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
