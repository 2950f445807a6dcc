package io.tidemark.benchmarks.peer;

import io.tidemark.cluster.LoopbackPrometheusReporter;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.source.SampleSource;
import io.tidemark.job.state.RunName;
import io.tidemark.series.Amplification;
import io.tidemark.series.Sample;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;

/**
 * The straightforward Flink job for the same samples: Tidemark's generator, a flat map that makes
 * an object of each amplified sample, and {@link AsyncSink}. It runs in a separate process.
 */
final class AsyncSinkJob {
  private static final String LOOPBACK = "127.0.0.1";

  private AsyncSinkJob() {}

  /**
   * @param args port of the metrics page, address to post to, and then settings as for {@code
   *     --set}
   */
  public static void main(String[] args) throws Exception {
    JobConfig config =
        ConfigLoader.load(Optional.empty(), List.of(args).subList(2, args.length)).config();
    var environment =
        StreamExecutionEnvironment.createLocalEnvironment(
            config.parallelism(), flinkOptions(Integer.parseInt(args[0])));
    SampleSource.open(environment, config, false, SampleSource.Sending.PLAIN, RunName.NONE)
        .plain()
        .flatMap(new Amplify(config.amplify().amplification()))
        .returns(PlainSample.class)
        .sinkTo(new AsyncSink(args[1], config.write().batchSamples(), config.write().inFlight()));
    environment.execute("peer");
  }

  private static Configuration flinkOptions(int metricsPort) {
    var options = new Configuration();
    // A careful user would set this, because otherwise each object is copied through a serializer.
    options.set(PipelineOptions.OBJECT_REUSE, true);
    options.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    options.set(RestOptions.ADDRESS, LOOPBACK);
    options.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    options.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    LoopbackPrometheusReporter.configure(options, metricsPort);
    return options;
  }

  private record Amplify(Amplification amplification)
      implements FlatMapFunction<Sample, PlainSample> {
    @Override
    public void flatMap(Sample sample, Collector<PlainSample> out) {
      for (int tick = 0; tick < amplification.m(); tick++) {
        out.collect(
            new PlainSample(
                sample.labels().encoded(),
                sample.timestampMillis() + amplification.offsetMillis(tick),
                sample.value()));
      }
    }
  }
}
