package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.run.Totals;
import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.SessionCluster;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A topic's way into a database, through a session cluster of two TaskManagers: all real, each to
 * be made to fail. A topic, and what is stored of it, bear the name of their run.
 */
final class RealParts implements AutoCloseable {
  static final Traffic TRAFFIC = new Traffic(120, 400, 1_750_000_000_000L, 60_000);
  static final int PARTITIONS = 3;
  static final long AMPLIFIED = 120 * 400 * 3;
  private static final int M = 3;
  private static final int SLOTS = 3;

  /**
   * Small, or the source has read all and is done when half is written. From then on there are no
   * checkpoints, and no savepoint can be asked for.
   */
  private static final String BUFFERS = "taskmanager.memory.segment-size=4kb";

  final KafkaBroker kafka = KafkaBroker.start();
  final VictoriaMetricsContainer store = VictoriaMetricsContainer.start();
  final SessionCluster cluster;

  private RealParts(SessionCluster cluster) {
    this.cluster = cluster;
  }

  static RealParts start() {
    // Heartbeats tell of a killed TaskManager; the default finds out after 50 s.
    return new RealParts(
        SessionCluster.start(
            2,
            SLOTS,
            BUFFERS,
            "heartbeat.interval=500",
            "heartbeat.timeout=" + Patience.ofSeconds(5).toMillis()));
  }

  /** Jobs go on when the JobManager is killed. */
  static RealParts startHighlyAvailable() {
    return new RealParts(SessionCluster.startHighlyAvailable(2, SLOTS, BUFFERS));
  }

  void produce(String run) {
    kafka.createTopic(run, PARTITIONS);
    kafka.produce(run, PARTITIONS, TRAFFIC.remoteWrite(25));
  }

  ClusterRun submit(String run, SlowDatabase database, int parallelism) {
    return submit(settings(run, database, parallelism), Optional.empty());
  }

  /**
   * @param savepoint to go on from
   */
  ClusterRun submit(List<String> settings, Optional<String> savepoint) {
    return new ClusterRun(cluster, settings, savepoint);
  }

  /**
   * @param arguments of {@code bin/flink run}
   */
  ClusterRun submitByMain(List<String> settings, String... arguments) {
    return new ClusterRun(cluster, List.of(arguments), settings);
  }

  List<String> settings(String run, SlowDatabase database, int parallelism) {
    return new ArrayList<>(
        List.of(
            "source.type=kafka",
            "source.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
            "source.kafka.topics=[" + run + "]",
            "source.kafka.stop=latest",
            "amplify.m=" + M,
            "target.urls=[" + database.url() + "]",
            "target.accept-load=true",
            "target.extra-labels={run: " + run + "}",
            "write.batch-samples=100",
            "write.in-flight=4",
            "write.timeout=%dms".formatted(Patience.ofSeconds(5).toMillis()),
            "write.retry.initial=20ms",
            "write.retry.max=500ms",
            "checkpoint.interval=500ms",
            "parallelism=" + parallelism));
  }

  void loseTaskManager() {
    int added = cluster.addTaskManager();
    cluster.killTaskManager(added - 2);
  }

  /** Each sample was counted once, and is stored, with one label however often it was begun. */
  void assertExact(String run, Totals totals) {
    assertCounted(totals, AMPLIFIED);
    store.awaitExactly("{run=\"" + run + "\"}", TRAFFIC.amplified(M, 1, Map.of("run", run)));
    assertThat(store.runLabels("{run=\"" + run + "\"}"))
        .as("labels by which it can be deleted")
        .containsExactly(totals.runLabel());
  }

  static void assertCounted(Totals totals, long amplified) {
    assertThat(totals.count("samplesRead")).isEqualTo(TRAFFIC.points().size());
    assertThat(totals.count("samplesAmplified")).isEqualTo(amplified);
    assertThat(totals.acked()).isEqualTo(amplified);
    assertThat(totals.count("samplesDeadLettered")).isZero();
    assertThat(totals.pending()).isZero();
  }

  @Override
  public void close() {
    cluster.close();
    store.close();
    kafka.close();
  }
}
