package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.Loopback;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedDatabase;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.ScrapedPage;
import io.tidemark.testing.SessionCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One request in flight over a line of 50 ms, on a real session cluster. */
@Tag("quiet-host")
class WatchIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LOOKS = 3;
  private static final Duration FIFTY_MILLIS = Duration.ofMillis(50);

  private static SessionCluster cluster;
  private static SimulatedDatabase database;
  private static RemoteFlink flink;
  private static FlinkJob job;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void startJob() throws IOException {
    database =
        SimulatedDatabase.start(
            Behaviour.ofSlots(8, Duration.ofMillis(1)).withNetwork(0, FIFTY_MILLIS));
    cluster = SessionCluster.start(1, 2);
    flink = RemoteFlink.connect(cluster.restUrl());
    job = submit();
    // A watch gives up on writers that report too little: it is no test of a slow start.
    Patience.await("the job's first samples", PATIENCE, () -> hasWritten(job));
  }

  private static boolean hasWritten(FlinkJob job) {
    return job.status() == JobStatus.RUNNING && database.stored() > 0;
  }

  private static FlinkJob submit() {
    return submit(flink);
  }

  private static FlinkJob submit(RemoteFlink flink) {
    var settings =
        List.of(
            "target.urls=[" + database.url() + "]",
            "source.datagen.start=2026-01-01T00:00:00Z",
            "write.in-flight=1",
            "write.batch-samples=500",
            "parallelism=1");
    return flink.submit(ConfigLoader.load(Optional.empty(), settings).config(), Start.FRESH);
  }

  @AfterAll
  static void end() {
    flink.close();
    cluster.close();
    database.close();
  }

  @Test
  void namesTheBoundAndLeavesTheJobRunning() throws IOException {
    JsonNode judged = judgedOnce();
    // A host may be quiet a moment later; one that others keep full has its own right answer.
    for (int look = 1; look < LOOKS && mayBeOfABusyHost(judged.get("window")); look++) {
      judged = judgedOnce();
    }
    JsonNode last = judged;
    // A host that others keep full is the right answer there; without them only the bound is.
    MeasuredBound.check(
        () ->
            assertThat(last.get("cause").asText())
                .as(last::toString)
                .isIn(
                    BusyHost.othersAreBusy(last.get("window"))
                        ? List.of("JOB_IN_FLIGHT", "HOST_CPU")
                        : List.of("JOB_IN_FLIGHT")));
    assertThat(judged.at("/window/inFlight/bound").asInt()).isEqualTo(1);
    // The line and the slot.
    double p50Millis = judged.at("/window/requests/p50Millis").asDouble();
    assertThat(p50Millis).isGreaterThanOrEqualTo(51);
    // What the machine adds to that.
    Duration most = Patience.of(Duration.ofMillis(200));
    MeasuredBound.check(() -> assertThat(p50Millis).isLessThan(most.toMillis()));
    assertThat(judged.at("/window/database/slots").asInt())
        .as("read where the job says")
        .isEqualTo(8);
    MeasuredBound.check(
        () ->
            assertThat(last.at("/window/tasks/0/backpressured").isNumber())
                .as("Flink reported twice within the window")
                .isTrue());
    assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
  }

  /** On which Flink may not have reported twice within a window. */
  private static boolean mayBeOfABusyHost(JsonNode window) {
    return BusyHost.othersAreBusy(window) || !window.at("/tasks/0/backpressured").isNumber();
  }

  @Test
  void servesTheVerdictUntilItIsInterruptedAndLeavesTheJobRunning() throws Exception {
    int port = Loopback.freePort();
    var arguments = new ArrayList<>(List.of("watch", "--cluster", cluster.restUrl()));
    arguments.addAll(List.of("--job", job.id(), "--window", "3s", "--listen", "127.0.0.1:" + port));
    String bound =
        "tidemark_ceiling_in_flight_bound{job_id=\"%s\",job_name=\"tidemark\"} 1.0"
            .formatted(job.id());
    try (var watching = ChildJvm.start(Main.class, List.of("-Xmx256m"), "", arguments)) {
      Patience.await(
          "the bound on the page",
          PATIENCE,
          () -> {
            assertThat(watching.isAlive()).as(watching.errors()).isTrue();
            return page(port).contains(bound);
          });
      watching.signal("INT");

      assertThat(watching.exitCode(PATIENCE)).isEqualTo(130);
      assertThat(watching.output()).contains("in flight  ", " of 1, ", "verdict    ");
    }
    assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
  }

  /** As a Deployment has it: it outlives the job that it began with. */
  @Test
  void waitsForTheNextJobWhenOneHasEnded() throws Exception {
    try (var own = SessionCluster.start(1, 1)) {
      int port = Loopback.freePort();
      var arguments =
          List.of(
              "watch",
              "--cluster",
              own.restUrl(),
              "--follow",
              "--window",
              "2s",
              "--listen",
              "127.0.0.1:" + port);
      try (var client = RemoteFlink.connect(own.restUrl());
          var watching = ChildJvm.start(Main.class, List.of("-Xmx256m"), "", arguments)) {
        Patience.await(
            "that there is none", PATIENCE, () -> watching.errors().contains("waiting: no job of"));
        for (int i = 0; i < 2; i++) {
          FlinkJob next = submit(client);
          Patience.await(
              "its verdict on the page", PATIENCE, () -> page(port).contains("\"" + next.id()));
          next.cancel();
          Patience.await(
              "an empty page", PATIENCE, () -> !page(port).contains("tidemark_ceiling_"));
        }
        watching.signal("TERM");

        assertThat(watching.exitCode(PATIENCE)).isEqualTo(143);
      }
    }
  }

  @Test
  void asksWhichOfTwoAndSaysWhenThatHasEnded() {
    FlinkJob second = submit();
    assertThat(watch()).isEqualTo(2);
    assertThat(err.toString())
        .contains("choose with --job: ", job.id(), second.id())
        .hasLineCount(1);
    var ended = new int[] {-1};
    var watching = new Thread(() -> ended[0] = watch("--job", second.id(), "--window", "2s"));
    watching.start();
    Patience.await(
        "a verdict",
        PATIENCE,
        () -> {
          assertThat(watching.isAlive()).as(err::toString).isTrue();
          return out.toString().contains("verdict");
        });
    second.cancel();
    boolean hasEnded = Patience.until(PATIENCE, () -> !watching.isAlive());

    assertThat(hasEnded).as("the watch ends with its job").isTrue();
    assertThat(ended[0]).isZero();
    assertThat(err.toString()).contains("job " + second.id() + " was cancelled");
  }

  private JsonNode judgedOnce() throws IOException {
    out.getBuffer().setLength(0);
    assertThat(watch("--job", job.id(), "--once", "--json")).as(() -> err + "\n" + out).isZero();
    return new ObjectMapper().readTree(out.toString());
  }

  private int watch(String... options) {
    var arguments = new ArrayList<>(List.of("watch", "--cluster", cluster.restUrl()));
    arguments.addAll(List.of(options));
    return Main.execute(
        new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
  }

  private static String page(int port) {
    return ScrapedPage.get(Loopback.http(port).resolve("/metrics"))
        .map(ScrapedPage::text)
        .orElse("");
  }
}
