package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.JobGraph;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.datagen.GeneratedSamples;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.observe.Instrument;
import io.tidemark.job.source.SampleSource;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.state.RunName;
import io.tidemark.job.write.PayloadSerializer;
import io.tidemark.process.Patience;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.Tsdb;
import java.time.Instant;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;

/** Source, shuffle and amplifier in a job that fails and goes on from its latest checkpoint. */
class NumbersAfterRestartIT {
  private static final String START = "2025-06-01T00:00:00Z";
  private static final int SAMPLES = 60_000;
  private static final Set<Integer> FAILS_AT = Set.of(20, 70, 71);

  private static final Queue<Payload> WRITTEN = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger PAYLOADS = new AtomicInteger();
  private static final AtomicInteger FAILURES = new AtomicInteger();

  @Test
  void everySampleIsOfItsOwnSeries() throws Exception {
    JobConfig config =
        TestConfig.of(
            "source.datagen.start=" + START,
            "source.datagen.samples=" + SAMPLES,
            "source.datagen.series=1000",
            "source.datagen.churn=0.1",
            "source.datagen.rate=30000",
            "amplify.m=1",
            "write.batch-samples=500");
    var amplification = config.amplify().amplification();
    var env = StreamExecutionEnvironment.getExecutionEnvironment(options());
    env.setParallelism(2);
    env.setMaxParallelism(JobGraph.MAX_PARALLELISM);
    SampleSource.open(env, config, false, SampleSource.Sending.IN_BLOCKS, RunName.NONE)
        .samples()
        .keyBy(SampleBlock::key)
        .transform(
            "amplify",
            PayloadSerializer.TYPE,
            new AmplifierFactory(config, RunName.NONE, DeadLetters.TAG))
        .uid(Instrument.UID)
        .map(new FailNowAndThen())
        .returns(PayloadSerializer.TYPE)
        .uid("fail")
        .sinkTo(new DiscardingSink<>())
        .uid("end");
    Patience.get(env.executeAsync("numbers").getJobExecutionResult());

    var format =
        Tsdb.byType("victoriametrics", NumbersAfterRestartIT.class.getClassLoader())
            .format(config.target(), amplification);
    Set<Sample> written = new HashSet<>();
    WRITTEN.forEach(payload -> written.addAll(format.decode(payload)));
    Set<Sample> expected = new HashSet<>();
    var generated =
        new GeneratedSamples(config.source().datagen(), Instant.parse(START).toEpochMilli());
    for (int i = 0; i < SAMPLES; i++) {
      expected.add(generated.next());
    }
    assertThat(FAILURES).hasValue(FAILS_AT.size());
    assertThat(written.equals(expected)).as("written is what was generated").isTrue();
  }

  private static Configuration options() {
    var options = new Configuration();
    options.setString("pipeline.object-reuse", "true");
    options.setString("execution.checkpointing.interval", "50ms");
    options.setString("restart-strategy.type", "fixed-delay");
    options.setString("restart-strategy.fixed-delay.attempts", "3");
    options.setString("restart-strategy.fixed-delay.delay", "0s");
    return options;
  }

  private static final class FailNowAndThen implements MapFunction<Payload, Payload> {
    @Override
    public Payload map(Payload payload) {
      if (FAILS_AT.contains(PAYLOADS.incrementAndGet())) {
        FAILURES.incrementAndGet();
        throw new IllegalStateException("as it was asked to");
      }
      WRITTEN.add(payload);
      return payload;
    }
  }
}
