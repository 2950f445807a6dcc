package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.run.Totals;
import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.SessionCluster;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kafka, a session cluster and a database, all real, and each of them failing. */
class FaultToleranceIT {
  private static final Traffic TRAFFIC = new Traffic(120, 400, 1_750_000_000_000L, 60_000);
  private static final int PARTITIONS = 3;
  private static final int M = 3;
  private static final long AMPLIFIED = 120 * 400 * M;

  private static KafkaBroker kafka;
  private static VictoriaMetricsContainer store;
  private static SessionCluster cluster;

  private enum Faults {
    TASK_MANAGER,
    DATABASE,
    TASK_MANAGER_THEN_DATABASE,
    DATABASE_THEN_TASK_MANAGER
  }

  @BeforeAll
  static void start() {
    kafka = KafkaBroker.start();
    store = VictoriaMetricsContainer.start();
    // Heartbeats tell of a killed TaskManager; the default finds out after 50 s.
    cluster = SessionCluster.start(2, 3, "heartbeat.interval=500", "heartbeat.timeout=5000");
  }

  @AfterAll
  static void stop() {
    cluster.close();
    store.close();
    kafka.close();
  }

  /** Each once; or one of them many times, as docs/testing.md says. */
  static Stream<Arguments> cases() {
    Predicate<Faults> wanted =
        Optional.ofNullable(System.getProperty("tidemark.fault"))
            .map(name -> Predicate.<Faults>isEqual(Faults.valueOf(name)))
            .orElse(any -> true);
    return IntStream.rangeClosed(1, Integer.getInteger("tidemark.fault-repetitions", 1))
        .boxed()
        .flatMap(n -> Stream.of(Faults.values()).filter(wanted).map(f -> Arguments.of(f, n)));
  }

  /** Rows 1, 12 and 16 of the faults. */
  @ParameterizedTest
  @MethodSource("cases")
  void storesTheSameSetAndCountsExactlyDespite(Faults faults, int repetition) throws Exception {
    String run = faults.name().toLowerCase().replace('_', '-') + "-" + repetition;
    produce(run);
    try (var database = new SlowDatabase(store);
        var job = new ClusterRun(cluster, settings(run, database, 3), Optional.empty())) {
      job.awaitAcked(AMPLIFIED / 4);
      switch (faults) {
        case TASK_MANAGER -> loseTaskManager();
        case DATABASE -> database.crash();
        case TASK_MANAGER_THEN_DATABASE -> {
          loseTaskManager();
          job.awaitAcked(AMPLIFIED / 2);
          database.crash();
        }
        case DATABASE_THEN_TASK_MANAGER -> {
          database.crash();
          job.awaitAcked(AMPLIFIED / 2);
          loseTaskManager();
        }
      }
      assertExact(job.awaitEnd());
    }
    assertStored(run);
  }

  /** Row 30: state is spread anew over more subtasks. */
  @Test
  void goesOnFromASavepointWithAnotherParallelism(@TempDir Path savepoints) throws Exception {
    String run = "savepoint";
    produce(run);
    try (var database = new SlowDatabase(store)) {
      String savepoint;
      try (var job = new ClusterRun(cluster, settings(run, database, 2), Optional.empty())) {
        job.awaitAcked(AMPLIFIED / 3);
        savepoint = job.stopWithSavepoint(savepoints.toUri().toString());
        assertThat(job.awaitEnd().acked()).isLessThan(AMPLIFIED);
      }
      try (var job = new ClusterRun(cluster, settings(run, database, 3), Optional.of(savepoint))) {
        assertExact(job.awaitEnd());
      }
    }
    assertStored(run);
  }

  /** Each sample waits for the next one in state that is lost, restored, and spread anew. */
  @Test
  void interpolatesAsIfNothingHadHappened(@TempDir Path savepoints) throws Exception {
    String run = "interpolated";
    kafka.createTopic(run, 1); // in which a series' samples lie in order
    kafka.produce(run, 1, TRAFFIC.remoteWrite(25));
    int m = 2;
    long all = TRAFFIC.points().size() * m;
    try (var database = new SlowDatabase(store)) {
      String savepoint;
      var settings = interpolating(settings(run, database, 2), m);
      try (var job = new ClusterRun(cluster, settings, Optional.empty())) {
        job.awaitAcked(all / 4);
        loseTaskManager();
        job.awaitAcked(all / 2);
        savepoint = job.stopWithSavepoint(savepoints.toUri().toString());
        assertThat(job.awaitEnd().acked()).isLessThan(all);
      }
      settings = interpolating(settings(run, database, 3), m);
      try (var job = new ClusterRun(cluster, settings, Optional.of(savepoint))) {
        assertExact(job.awaitEnd(), all);
      }
    }
    store.awaitExactly("{run=\"" + run + "\"}", TRAFFIC.interpolated(m, Map.of("run", run)));
  }

  private static List<String> interpolating(List<String> settings, int m) {
    settings.addAll(List.of("amplify.m=" + m, "amplify.value=interpolate"));
    return settings;
  }

  private static void loseTaskManager() {
    int added = cluster.addTaskManager();
    cluster.killTaskManager(added - 2);
  }

  private static void assertExact(Totals totals) {
    assertExact(totals, AMPLIFIED);
  }

  private static void assertExact(Totals totals, long amplified) {
    assertThat(totals.count("samplesRead")).isEqualTo(TRAFFIC.points().size());
    assertThat(totals.count("samplesAmplified")).isEqualTo(amplified);
    assertThat(totals.acked()).isEqualTo(amplified);
    assertThat(totals.count("samplesDeadLettered")).isZero();
    assertThat(totals.pending()).isZero();
  }

  private static void assertStored(String run) {
    store.awaitExactly("{run=\"" + run + "\"}", TRAFFIC.amplified(M, 1, Map.of("run", run)));
  }

  private static void produce(String topic) {
    kafka.createTopic(topic, PARTITIONS);
    kafka.produce(topic, PARTITIONS, TRAFFIC.remoteWrite(25));
  }

  private static List<String> settings(String run, SlowDatabase database, int parallelism) {
    return new ArrayList<>(
        List.of(
            "source.type=kafka",
            "source.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
            "source.kafka.topics=[" + run + "]",
            "source.kafka.stop=latest",
            "amplify.m=" + M,
            "target.urls=[" + database.url() + "]",
            "target.extra-labels={run: " + run + "}",
            "write.batch-samples=100",
            "write.in-flight=4",
            "write.retry.initial=20ms",
            "write.retry.max=500ms",
            "checkpoint.interval=500ms",
            "parallelism=" + parallelism));
  }
}
