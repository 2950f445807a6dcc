package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.ab.Ab;
import io.tidemark.ab.AbPlan;
import io.tidemark.ab.AbResult;
import io.tidemark.ab.AbResult.MeasureEffect;
import io.tidemark.ab.AbRun;
import io.tidemark.cluster.RestAddress;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.judge.Judging;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.process.RunException;
import io.tidemark.report.AbPage;
import io.tidemark.report.ReportFiles;
import io.tidemark.report.ReportJson;
import io.tidemark.run.Observer;
import io.tidemark.simulated.Link;
import io.tidemark.testing.KafkaBroker;
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
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison on a session cluster of two TaskManagers, and what can go wrong with one. */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:savepoints/ab")
@Tag("guards:job/savepoints")
class AbOnClusterIT {
  /** With a slot each, all of which a run takes: it loses a part of itself whichever dies. */
  private static final int TASK_MANAGERS = 2;

  private static final int M = 20;
  private static final ComparedTopic TOPIC =
      new ComparedTopic("compared-on-cluster", new Traffic(200, 300, 1_750_000_000_000L, 60_000));

  private static KafkaBroker kafka;
  private static VictoriaMetricsContainer store;
  private static Link line;
  private static SessionCluster cluster;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    kafka = KafkaBroker.start();
    store = VictoriaMetricsContainer.start();
    line = ComparedLine.to(store);
    cluster =
        SessionCluster.start(
            TASK_MANAGERS,
            1,
            "heartbeat.interval=500",
            "heartbeat.timeout=" + Patience.ofSeconds(5).toMillis(),
            "metrics.fetcher.update-interval=500",
            "web.refresh-interval=100");
    TOPIC.produce(kafka);
  }

  @AfterAll
  static void stop() {
    cluster.close();
    line.close();
    store.close();
    kafka.close();
  }

  /** Row 16 of the faults: the run that was hit is made again, and what it wrote is right. */
  @Test
  void makesARunAgainThatLostATaskManagerAndStillShowsWhichSideIsFaster() throws Exception {
    var killing = new KillingOneRun();

    AbResult result = Ab.of(plan(folder)).execute(killing, impact -> {});

    Path report = Files.createDirectories(Path.of("target", "ab-on-cluster"));
    ReportFiles.write(report, ReportJson.write(result), AbPage.of(result));
    assertThat(killing.taskManagers).isNotNull().succeedsWithin(Patience.ofMinutes(1));
    MeasuredBound.check(
        () -> {
          assertThat(result.verdict()).as(result.sentence()).isEqualTo(AbResult.Verdict.A_FASTER);
          assertThat(result.pValue()).isLessThan(0.05);
          assertThat(result.high()).isNegative();
        });
    assertThatAllWasMeasured(result);
    assertThat(result.repeated().values()).anyMatch(runs -> runs > 0);
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

  private static void assertThatAllWasMeasured(AbResult result) {
    assertThat(result.measures())
        .extracting(MeasureEffect::name)
        .containsExactly(
            "throughput",
            "p99 latency",
            "job CPU per million samples",
            "database CPU per million samples",
            "unevenness of acknowledgements per 100 ms");
    // No answer comes sooner than the line allows.
    assertThat(result.measures().get(1).b()).isGreaterThan(ComparedLine.LATENCY.toMillis());
  }

  /**
   * Kills a TaskManager once the third run, or one behind it, has written something, and starts
   * two: the other one sometimes ends itself when a connection to it breaks, as Flink 2.2.1 throws
   * from a failing task's own clean-up then.
   */
  private static final class KillingOneRun implements Observer {
    private int runsBegun;
    private CompletableFuture<Integer> taskManagers;

    @Override
    public void note(String line) {
      runsBegun += line.startsWith("run ") ? 1 : 0;
    }

    @Override
    public void progress(Progress progress) {
      if (runsBegun >= 3 && taskManagers == null && progress.totals().acked() > 0) {
        taskManagers =
            CompletableFuture.supplyAsync(
                () -> {
                  cluster.killTaskManager(1);
                  cluster.addTaskManager();
                  return cluster.addTaskManager();
                });
      }
    }

    @Override
    public void warn(String line) {}

    @Override
    public void ended() {}
  }

  /**
   * Row 29: the job goes on to an orderly end, nothing half-made is used, and the reason is said.
   */
  @Test
  void givesUpWhenTheSavepointCanNotBeWritten() throws Exception {
    Path savepoints = folder.resolve("savepoints");
    var ab = Ab.of(plan(folder));
    var warnings = new ArrayList<String>();
    Observer breakFolder =
        listening(
            warnings,
            line -> {
              if (line.startsWith("warming up")) {
                replaceByAFile(savepoints);
              }
            });

    assertThatThrownBy(() -> ab.execute(breakFolder, impact -> {}))
        .isInstanceOf(RunException.class)
        .hasMessageStartingWith(
            "no savepoint could be made in " + savepoints.toUri().toString().replaceAll("/$", ""))
        .hasMessageNotContaining("\n");

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("the job goes on, and it is tried again");
    assertThat(savepoints).isRegularFile();
    JsonNode progress = new ObjectMapper().readTree(folder.resolve("ab.json").toFile());
    assertThat(progress.has("savepoint")).isFalse();
    assertThat(cluster.flink(List.of("list", "--all")))
        .contains("tidemark %s warm-up (FINISHED)".formatted(progress.at("/setup/id").asText()));
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
    assertThatThrownBy(
            () ->
                Ab.of(plan(folder, "parallelism=64"))
                    .execute(listening(new ArrayList<>(), line -> {}), impact -> {}))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("free of")
        .hasMessageContaining("parallelism=64");
  }

  private static AbPlan plan(Path folder, String... more) {
    return new AbPlan(
        load(ComparedLine.SIDE_A, more),
        load(ComparedLine.SIDE_B, more),
        Optional.of(RestAddress.parse(cluster.restUrl())),
        Optional.empty(),
        6,
        0,
        Duration.ZERO,
        Duration.ofSeconds(2),
        Duration.ofSeconds(3),
        false,
        Judging.NONE,
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
                "target.urls=[" + line.url() + "]",
                "write.in-flight=1",
                "write.retry.initial=20ms",
                "checkpoint.interval=500ms",
                "parallelism=" + TASK_MANAGERS));
    settings.add(setting);
    return ConfigLoader.load(
        Optional.empty(), Stream.concat(settings.stream(), Stream.of(more)).toList());
  }

  private static Observer listening(List<String> warnings, Consumer<String> notes) {
    return new Observer() {
      @Override
      public void note(String line) {
        notes.accept(line);
      }

      @Override
      public void warn(String line) {
        warnings.add(line);
      }

      @Override
      public void progress(Progress progress) {}

      @Override
      public void ended() {}
    };
  }
}
