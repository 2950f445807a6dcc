package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.JobGraph;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** The whole job in a small cluster, into a database that refuses what comes late. */
class OrderedPerSeriesIT {
  private static final int SOURCE_SAMPLES = 4_000;

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
