package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.ab.Ab;
import io.tidemark.ab.AbPlan;
import io.tidemark.ab.AbResult;
import io.tidemark.ab.AbRun;
import io.tidemark.cluster.RunException;
import io.tidemark.experiment.Observer;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.testing.KafkaContainer;
import io.tidemark.testing.SessionCluster;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison on a session cluster of two TaskManagers, and what can go wrong with one. */
class AbOnClusterIT {
  private static final int M = 20;
  private static final ComparedTopic TOPIC =
      new ComparedTopic("compared-on-cluster", new Traffic(200, 300, 1_750_000_000_000L, 60_000));

  private static KafkaContainer kafka;
  private static VictoriaMetricsContainer store;
  private static SlowDatabase database;
  private static SessionCluster cluster;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    kafka = KafkaContainer.start();
    store = VictoriaMetricsContainer.start();
    database = new SlowDatabase(store, ComparedTopic.DELAY);
    cluster =
        SessionCluster.start(
            2,
            2,
            "heartbeat.interval=500",
            "heartbeat.timeout=5000",
            "metrics.fetcher.update-interval=500");
    TOPIC.produce(kafka);
  }

  @AfterAll
  static void stop() {
    cluster.close();
    database.close();
    store.close();
    kafka.close();
  }

  /** Row 16 of the faults: the run that was hit is made again, and what it wrote is right. */
  @Test
  void makesARunAgainThatLostATaskManagerAndStillShowsWhichSideIsFaster() {
    var runsBegun = new AtomicInteger();
    AbResult result =
        Ab.of(plan(folder))
            .execute(
                listening(
                    line -> {
                      if (line.startsWith("run ") && runsBegun.incrementAndGet() == 3) {
                        loseTaskManagerSoon();
                      }
                    }));

    assertThat(result.verdict()).as(result.sentence()).isEqualTo(AbResult.Verdict.A_FASTER);
    assertThat(result.repeated()).isPositive();
    List<AbRun> hit = result.runs().stream().filter(run -> !run.invalid().isEmpty()).toList();
    assertThat(hit).anySatisfy(run -> assertThat(run.invalid().get(0)).contains("restarted"));
    Set<Long> expected = TOPIC.expected(result.range().kafkaStart(), result.range().kafkaEnd(), M);
    for (AbRun run : result.runs()) {
      assertThat(run.samples()).isEqualTo(expected.size());
      assertThat(ComparedTopic.stored(store, "tidemark_run", run.label()).equals(expected))
          .as("run %d stored the range and nothing else", run.number())
          .isTrue();
    }
  }

  private static void loseTaskManagerSoon() {
    int added = cluster.addTaskManager();
    CompletableFuture.runAsync(
        () -> cluster.killTaskManager(added - 1),
        CompletableFuture.delayedExecutor(3, java.util.concurrent.TimeUnit.SECONDS));
  }

  /** Row 29: the job is ended, nothing half-made is used or left, and the reason is said. */
  @Test
  void givesUpWhenTheSavepointCanNotBeWritten() throws Exception {
    Path savepoints = folder.resolve("savepoints");
    var ab = Ab.of(plan(folder));
    Observer breakFolder =
        listening(
            line -> {
              if (line.startsWith("warming up")) {
                replaceByAFile(savepoints);
              }
            });

    assertThatThrownBy(() -> ab.execute(breakFolder))
        .isInstanceOf(RunException.class)
        .hasMessageStartingWith(
            "no savepoint could be made in " + savepoints.toUri().toString().replaceAll("/$", ""))
        .hasMessageNotContaining("\n");

    assertThat(savepoints).isRegularFile();
    assertThat(Files.readString(folder.resolve("ab.json"))).doesNotContain("savepoint-");
  }

  private static void replaceByAFile(Path folder) {
    try {
      Files.delete(folder);
      Files.writeString(folder, "in the way");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void refusesWhatItKnowsToBeMissing() {
    assertThatThrownBy(() -> Ab.of(plan(folder, "parallelism=64")).execute(listening(line -> {})))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("free of")
        .hasMessageContaining("parallelism=64");
  }

  private static AbPlan plan(Path folder, String... more) {
    return new AbPlan(
        load("write.batch-samples=10000", more),
        load("write.batch-samples=500", more),
        Optional.of(cluster.restUrl()),
        Optional.empty(),
        4,
        Duration.ofSeconds(2),
        Duration.ofSeconds(3),
        false,
        folder);
  }

  private static ConfigLoader.Loaded load(String setting, String... more) {
    var settings =
        new ArrayList<>(
            List.of(
                "source.type=kafka",
                "source.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "source.kafka.topics=[" + TOPIC.name() + "]",
                "amplify.m=" + M,
                "target.urls=[" + database.url() + "]",
                "write.in-flight=1",
                "write.retry.initial=20ms",
                "checkpoint.interval=500ms",
                "parallelism=2"));
    settings.add(setting);
    return ConfigLoader.load(
        Optional.empty(), Stream.concat(settings.stream(), Stream.of(more)).toList());
  }

  private static Observer listening(Consumer<String> notes) {
    return new Observer() {
      @Override
      public void note(String line) {
        notes.accept(line);
      }

      @Override
      public void warn(String line) {}

      @Override
      public void progress(Progress progress) {}

      @Override
      public void ended() {}
    };
  }
}
