package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.TestConfig;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

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
}
