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
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
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

  @TempDir Path folder;
  private final List<AutoCloseable> started = new ArrayList<>();

  @AfterEach
  void endWhatWasStarted() throws Exception {
    for (int i = started.size() - 1; i >= 0; i--) {
      started.get(i).close();
    }
  }

  @Test
  void agreesWithADirectProbeOfTheSameDatabase(TestReporter reporter) throws Exception {
    String url = database();
    ChildJvm run = run(url);
    Patience.await("queries", PATIENCE, () -> run.errors().contains(" queries/s"));

    JsonNode freshness;
    var probe = new DirectProbe(url);
    try (probe) {
      assertThat(run.exitCode(PATIENCE)).as(run.errors()).isZero();
      freshness = new ObjectMapper().readTree(run.output()).at("/reads/freshness");
    }

    reporter.publishEntry(
        "freshness",
        "%s; direct: %d samples, p50 %.0f, p99 %.0f ms"
            .formatted(
                freshness,
                probe.sorted().size(),
                probe.percentile(50),
                probe.percentile(99)));
    assertThat(freshness.get("refused").asLong()).isZero();
    assertThat(freshness.get("lost").asLong()).isZero();
    assertThat(freshness.get("seen").asLong()).isGreaterThan(100);
    assertThat(probe.sorted()).hasSizeGreaterThan(100);
    MeasuredBound.check(
        () ->
            assertThat(freshness.get("p99Millis").asDouble())
                .isCloseTo(probe.percentile(99), withinPercentage(PERCENT)));
  }

  private ChildJvm run(String url) throws IOException {
    var arguments = new ArrayList<>(List.of("run", "--json", "--duration=50s"));
    for (String set :
        List.of(
            "target.urls=[" + url + "]",
            "target.accept-load=true",
            "source.datagen.rate=20000",
            "source.datagen.series=1000",
            "queries.expressions=[count(cpu_usage_user)]",
            "queries.rate=2",
            "dead-letter.path=" + folder.resolve("dead-letters"))) {
      arguments.addAll(List.of("--set", set));
    }
    ChildJvm run = ChildJvm.start(Main.class, List.of("-Xmx512m"), "", arguments);
    started.add(run);
    return run;
  }

  /** A current one, where a variable names one; else what is on the PATH. */
  private String database() throws Exception {
    String program =
        Optional.ofNullable(System.getenv("TIDEMARK_TEST_VICTORIA_METRICS_CURRENT"))
            .or(() -> Optional.ofNullable(System.getenv("TIDEMARK_VICTORIA_METRICS")))
            .orElse("victoria-metrics");
    int port = Loopback.freePort();
    Path own = OwnedProcess.newFolder("freshness");
    started.add(
        OwnedProcess.start(
            own,
            "TERM",
            List.of(
                program,
                "-storageDataPath=" + own.resolve("data"),
                "-retentionPeriod=100y",
                "-httpListenAddr=127.0.0.1:" + port)));
    Patience.await("the database", PATIENCE, () -> listens(port));
    return "http://127.0.0.1:" + port;
  }

  private static boolean listens(int port) {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
