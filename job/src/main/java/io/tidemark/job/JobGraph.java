package io.tidemark.job;

import io.tidemark.job.config.JobConfig;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** Adds the job's operators to an environment. */
public final class JobGraph {
  private JobGraph() {}

  public static void build(StreamExecutionEnvironment environment, JobConfig config) {
    long samples = config.source().datagen().samples();
    environment
        .fromSequence(1, samples == 0 ? Long.MAX_VALUE : samples)
        .filter(new Count())
        .sinkTo(new DiscardingSink<>());
  }

  private static final class Count extends RichFilterFunction<Long> {
    private final LongCounter read = new LongCounter();

    @Override
    public void open(OpenContext context) {
      for (String name : new String[] {"samplesRead", "samplesAmplified", "samplesAcked"}) {
        getRuntimeContext()
            .addAccumulator(name, name.equals("samplesRead") ? read : new LongCounter());
      }
    }

    @Override
    public boolean filter(Long value) {
      read.add(1L);
      return false;
    }
  }
}
