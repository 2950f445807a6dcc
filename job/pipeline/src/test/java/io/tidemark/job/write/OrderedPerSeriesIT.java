package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.JobGraph;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.source.SourceRuns;
import io.tidemark.process.Patience;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole job in a small cluster, into a database that refuses what comes late. */
class OrderedPerSeriesIT {
  private static final int SOURCE_SAMPLES = 4_000;

  /** Not done when the savepoint is taken. */
  private static final int MANY_SOURCE_SAMPLES = 4_000;

  private JobClient running;

  /** A job that a test leaves behind would go on writing into the database of the next. */
  @AfterEach
  void endWhatRuns() throws Exception {
    if (running != null) {
      running.cancel().get();
    }
  }

  @Test
  void eachSeriesArrivesInItsOrderWhateverTheBound() throws Exception {
    OrderedDatabase.forget();
    JobConfig config =
        TestConfig.of(
            "target.type=ordered",
            "source.datagen.series=100",
            "source.datagen.start=2026-01-01T00:00:00Z",
            "source.datagen.samples=" + SOURCE_SAMPLES,
            "amplify.m=3",
            "amplify.n=2",
            "amplify.layout=series",
            "write.batch-samples=60",
            "write.in-flight=16",
            "parallelism=3");
    var env = StreamExecutionEnvironment.createLocalEnvironment(config.parallelism());
    JobGraph.build(env, config);
    env.execute();

    assertThat(OrderedDatabase.STORED).hasValue(6L * SOURCE_SAMPLES);
    assertThat(OrderedDatabase.LATE).hasValue(0);
  }

  /**
   * What was in flight is sent again by any writer, and the next samples of its series by the one
   * that has them now: so nothing may be in flight in a savepoint.
   */
  @Test
  void eachSeriesKeepsItsOrderAtAnotherParallelism(@TempDir Path savepoints) throws Exception {
    OrderedDatabase.forget();
    JobClient first = start("parallelism=3", "source.datagen.rate=600", null);
    Patience.await(
        "samples of the first run", Duration.ofSeconds(30), () -> OrderedDatabase.STORED.get() > 0);
    OrderedDatabase.slow(true);
    String savepoint = SourceRuns.stopWithSavepoint(first, savepoints);
    OrderedDatabase.loseUnanswered();
    OrderedDatabase.slow(false);
    running = null;
    Patience.get(
        start("parallelism=2", "source.datagen.rate=0", savepoint).getJobExecutionResult());
    running = null;

    assertThat(OrderedDatabase.LATE).hasValue(0);
    assertThat(OrderedDatabase.STORED).hasValue(6L * MANY_SOURCE_SAMPLES);
  }

  private JobClient start(String parallelism, String rate, String savepoint) throws Exception {
    JobConfig config =
        TestConfig.of(
            "target.type=ordered",
            "source.datagen.series=100",
            "source.datagen.start=2026-01-01T00:00:00Z",
            "source.datagen.samples=" + MANY_SOURCE_SAMPLES,
            "amplify.m=3",
            "amplify.n=2",
            "amplify.layout=series",
            "write.batch-samples=60",
            "write.in-flight=16",
            rate,
            parallelism);
    var flink = new Configuration();
    if (savepoint != null) {
      flink.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    var env = StreamExecutionEnvironment.createLocalEnvironment(config.parallelism(), flink);
    JobGraph.build(env, config);
    running = env.executeAsync();
    return running;
  }

  /**
   * One tick of all series after the other: of two source samples of a series, it mixes the copies.
   */
  @Test
  void aLayoutThatIsNotInTheOrderOfASeriesIsRefused() {
    assertThatThrownBy(() -> TestConfig.of("target.type=ordered", "amplify.layout=time"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "amplify.layout=time: target.type=ordered takes the samples of a series in their order; set series or grouped (--set)");
  }
}
