package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.FlinkJob.VertexReading;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.cluster.RestAddress;
import io.tidemark.cluster.RunningJob;
import io.tidemark.job.FlinkVersions;
import io.tidemark.job.config.ConfigException;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.run.Totals;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.Repository;
import io.tidemark.testing.SessionCluster;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The job's jar, compiled against the first of the tested versions, on a session cluster of the
 * newest, submitted by that version's own client.
 */
@Tag("slow")
@Tag("guards:job/pipeline")
@Tag("guards:job/sources")
class NewestFlinkIT {
  private static final String NEWEST = FlinkVersions.TESTED.get(FlinkVersions.TESTED.size() - 1);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration WINDOW = Duration.ofSeconds(4);

  private static SessionCluster cluster;
  private static RemoteFlink flink;

  @BeforeAll
  static void start() {
    cluster = SessionCluster.startFlink(NEWEST);
    flink = RemoteFlink.connectToWatch(RestAddress.parse(cluster.restUrl()));
    assertThat(flink.flinkVersion()).isEqualTo(NEWEST);
  }

  @AfterAll
  static void stop() {
    flink.close();
    cluster.close();
  }

  @Test
  void storesExactlyTheAmplifiedTopic() {
    var traffic = new Traffic(300, 40, 1_750_000_000_000L, 60_000);
    try (var kafka = KafkaBroker.start();
        var store = VictoriaMetricsContainer.start()) {
      kafka.createTopic("traffic", 3);
      kafka.produce("traffic", 3, traffic.remoteWrite(70));
      var settings =
          List.of(
              "source.type=kafka",
              "source.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
              "source.kafka.topics=[traffic]",
              "source.kafka.stop=latest",
              "amplify.m=6",
              "amplify.n=3",
              "target.urls=[" + store.baseUrl() + "]",
              "write.batch-samples=1000",
              "write.in-flight=3",
              "parallelism=2");

      FlinkJob job = flinkRun(settings);

      assertThat(Patience.until(PATIENCE, job::ended)).as("the job ends").isTrue();
      var totals = new Totals(job.result().totals());
      long source = traffic.points().size();
      assertThat(totals.count("samplesRead")).isEqualTo(source);
      assertThat(totals.count("samplesAmplified")).isEqualTo(source * 6 * 3);
      assertThat(totals.acked()).isEqualTo(source * 6 * 3);
      assertThat(totals.count("recordsRejected")).isZero();
      store.awaitExactly("{__name__!=\"\"}", traffic.amplified(6, 3, Map.of()));
    }
  }

  /** As in 2.2: FLINK-39835 will call it backpressured, and verdicts must then read it anew. */
  @Test
  void aWriterThatWaitsForAPermitStillCountsAsBusy() throws Exception {
    try (var database =
        new FaultProxy(
            "",
            write -> {
              LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
              return Answer.status(204);
            })) {
      FlinkJob job =
          flinkRun(
              List.of(
                  "source.datagen.start=2026-01-01T00:00:00Z",
                  "target.urls=[" + database.url() + "]",
                  "write.in-flight=2",
                  "write.batch-samples=1000",
                  "parallelism=1"));
      var last = new AtomicReference<>(writer(job));
      double[] share = new double[1];
      Poll.until(
          Patience.of(PATIENCE),
          WINDOW,
          () -> {
            VertexReading to = writer(job);
            VertexReading from = last.getAndSet(to);
            double busy = to.busyMillis() - from.busyMillis();
            double backpressured = to.backpressuredMillis() - from.backpressuredMillis();
            double idle = to.idleMillis() - from.idleMillis();
            share[0] = busy / (busy + backpressured + idle);
            return share[0] > 0.9;
          });
      MeasuredBound.check(() -> assertThat(share[0]).isGreaterThan(0.9));
      job.cancel();
    }
  }

  @Test
  void fromHereNothingIsSubmittedToIt() {
    assertThatThrownBy(() -> RemoteFlink.connect(cluster.restUrl()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("flink run");
  }

  private static VertexReading writer(FlinkJob job) {
    return job.vertices().stream().filter(v -> v.name().equals("write")).findAny().orElseThrow();
  }

  private static FlinkJob flinkRun(List<String> settings) {
    var arguments = new ArrayList<String>();
    arguments.add(Repository.root().resolve("job/target/tidemark-job.jar").toString());
    arguments.add("--yes");
    settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    return flink.attach(new RunningJob(cluster.flinkRun(arguments), ""));
  }
}
