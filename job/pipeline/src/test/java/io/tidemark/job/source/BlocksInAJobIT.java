package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.JobGraph;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.job.state.RunName;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shuffle as Flink deploys it, and what comes out of it where. */
class BlocksInAJobIT {
  private static final int SAMPLES = 50_000;

  private static final AtomicLong CAME = new AtomicLong();
  private static final AtomicLong BLOCKS = new AtomicLong();
  private static final AtomicLong STRAY = new AtomicLong();

  @BeforeEach
  void nothingCameYet() {
    CAME.set(0);
    BLOCKS.set(0);
    STRAY.set(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void eachSampleComesToTheSubtaskOfItsHashAndManyInOneRecord(int parallelism) throws Exception {
    var config =
        TestConfig.of(
            "source.datagen.start=2025-06-01T00:00:00Z",
            "source.datagen.samples=" + SAMPLES,
            "source.datagen.series=1000");
    var options = new Configuration();
    options.setString("pipeline.object-reuse", "true");
    var env = StreamExecutionEnvironment.getExecutionEnvironment(options);
    env.setParallelism(2);
    env.setMaxParallelism(JobGraph.MAX_PARALLELISM);
    SampleSource.open(env, config, false, SampleSource.Sending.IN_BLOCKS, RunName.NONE)
        .samples()
        .keyBy(SampleBlock::key)
        .map(new Look(parallelism))
        .setParallelism(parallelism)
        .sinkTo(new DiscardingSink<>());
    Patience.get(env.executeAsync("blocks").getJobExecutionResult());

    assertThat(STRAY).as("samples of another subtask").hasValue(0);
    assertThat(CAME).hasValue(SAMPLES);
    assertThat(BLOCKS.get()).isLessThan(SAMPLES / 10);
  }

  private static final class Look extends RichMapFunction<SampleBlock, Integer> {
    private final int parallelism;
    private final Map<Integer, Map<Integer, Labels>> named = new HashMap<>();
    private int subtask;

    private Look(int parallelism) {
      this.parallelism = parallelism;
    }

    @Override
    public void open(OpenContext context) {
      subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    }

    @Override
    public Integer map(SampleBlock block) {
      BLOCKS.incrementAndGet();
      CAME.addAndGet(block.count());
      Map<Integer, Labels> numbers = named.computeIfAbsent(block.source(), s -> new HashMap<>());
      for (int i = 0, at = 0; i < block.count(); i++, at = block.next(at)) {
        assertThat(block.number(at)).isNotEqualTo(SourceSample.UNNUMBERED);
        if (block.hasLabels(at)) {
          numbers.put(block.number(at), block.labels(at));
        }
        long hash = numbers.get(block.number(at)).hash();
        if (KeyGroupRangeAssignment.assignKeyToParallelOperator(
                hash, JobGraph.MAX_PARALLELISM, parallelism)
            != subtask) {
          STRAY.incrementAndGet();
        }
      }
      return block.count();
    }
  }
}
