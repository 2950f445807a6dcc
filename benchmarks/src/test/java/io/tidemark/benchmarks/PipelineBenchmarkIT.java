package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** That the benchmark runs and measures something; how fast is not a test's to say. */
class PipelineBenchmarkIT {
  @Test
  void measuresTheWholeJob() throws Exception {
    var benchmark = new PipelineBenchmark(Duration.ofSeconds(5), Duration.ofSeconds(1));
    PipelineBenchmark.Result result = benchmark.run("amplify.m=20,parallelism=1");
    assertThat(result.windows()).hasSize(3);
    assertThat(result.median().samplesPerSecond()).isGreaterThan(10_000);
    // A core has one CPU-second per second: no window can use more than all of them.
    double cores =
        result.median().cpuSecondsPerMillion() * result.median().samplesPerSecond() / 1e6;
    assertThat(cores).isBetween(0.01, Runtime.getRuntime().availableProcessors() + 0.2);
    // 24 bytes of copies and a timestamp at least in the time layout, and far less than the 249
    // before compression.
    assertThat(result.bytesPerSample()).isBetween(20.0, 60.0);
  }
}
