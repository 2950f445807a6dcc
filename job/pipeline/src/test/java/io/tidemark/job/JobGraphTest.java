package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.TestConfig;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobGraphTest {
  /** At least once, samples that are replayed after a failure are counted twice. */
  @Test
  void totalsAreExactWhateverCheckpointingModeTheClusterHas() {
    var cluster = new Configuration();
    cluster.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.AT_LEAST_ONCE);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(cluster);

    JobGraph.build(env, TestConfig.of("target.type=null"));

    assertThat(env.getCheckpointConfig().getCheckpointingConsistencyMode())
        .isEqualTo(CheckpointingMode.EXACTLY_ONCE);
  }

  @Test
  void isNotBuiltWhereAllThatIsStoredWouldBeUnknown() {
    var env = StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());

    assertThatThrownBy(
            () -> JobGraph.build(env, TestConfig.of("target.type=rrdcached", "target.step=1s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("target.heartbeat=10s");
  }

  /** Flink's batch mode has no state that can be gone through at the end. */
  @ParameterizedTest
  @ValueSource(strings = {"BATCH", "AUTOMATIC"})
  void interpolatesInNoBatch(String mode) {
    var cluster = new Configuration();
    cluster.setString("execution.runtime-mode", mode);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(cluster);

    assertThatThrownBy(
            () -> {
              JobGraph.build(
                  env,
                  TestConfig.of(
                      "target.type=null",
                      "amplify.value=interpolate",
                      "source.datagen.series=10",
                      "source.datagen.samples=100",
                      "write.in-flight=1",
                      "parallelism=1"));
              env.execute();
            })
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("execution.runtime-mode=" + mode)
        .hasMessageContaining("amplify.value=interpolate");
  }

  /** Labels that came before an unaligned checkpoint would be missing after it. */
  @ParameterizedTest
  @CsvSource({
    "execution.checkpointing.interval, 1s, true",
    "execution.checkpointing.unaligned.enabled, true, false",
    "execution.checkpointing.approximate-local-recovery, true, false",
    "execution.runtime-mode, BATCH, false",
    "execution.runtime-mode, AUTOMATIC, false",
  })
  void seriesGetNumbersOnlyWhereAllComesInOrderAndNothingComesAgain(
      String key, String value, boolean numbered) {
    var cluster = new Configuration();
    cluster.setString(key, value);
    var env = StreamExecutionEnvironment.getExecutionEnvironment(cluster);
    assertThat(JobGraph.mayNumberSeries(env)).as("the cluster's option").isEqualTo(numbered);

    env = StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    var ours = new Configuration();
    ours.setString(key, value);
    env.configure(ours);
    assertThat(JobGraph.mayNumberSeries(env)).as("the job's option").isEqualTo(numbered);
  }
}
