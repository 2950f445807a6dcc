package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.job.config.ConfigLoader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RunResultTest {
  private static final RunResult.Series NO_SERIES = new RunResult.Series(0, null, null);

  @Test
  void accountsForEveryAmplifiedSample() {
    var result =
        result(
            Map.of("samplesAmplified", 100L, "samplesAcked", 70L, "samplesDeadLettered", 10L), 2);

    assertThat(result.samplesPending()).isEqualTo(100 - 70 - 10);
    assertThat(result.samplesPerSecond()).isEqualTo(70 / 2.0);
    assertThat(result.cpuSecondsPerMillionSamples()).isCloseTo(3 / 70e-6, within(1e-6));
  }

  @Test
  void whatWasNotMeasuredIsAbsent() {
    var result = result(Map.of(), 0);

    assertThat(result.samplesPerSecond()).isZero();
    assertThat(result.cpuSecondsPerMillionSamples()).isNull();
    assertThat(result.latencyMillis()).isNull();
    assertThat(result.smoothness()).isNull();
    assertThat(result.store()).isNull();
  }

  @Test
  void showsTheFirstThatWasRefusedOfEachReason() {
    var first = new HashMap<>(Map.of("too-large", "a.lp", "no-timestamp", "b.lp"));

    assertThat(result(Map.of("firstRefused", first), 1).firstRefused())
        .containsExactly(Map.entry("no-timestamp", "b.lp"), Map.entry("too-large", "a.lp"));
    assertThat(result(Map.of(), 1).firstRefused()).isEmpty();
  }

  @Test
  void latencyIsInMilliseconds() {
    var micros = new Histogram(3);
    for (int i = 1; i <= 100; i++) {
      micros.recordValue(i * 1000);
    }
    ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    int length = micros.encodeIntoCompressedByteBuffer(buffer);
    byte[] encoded = Arrays.copyOf(buffer.array(), length);

    var latency = result(Map.of("latency", encoded), 1).latencyMillis();

    // Three significant digits: off by at most a thousandth.
    assertThat(latency.p50()).isCloseTo(50, within(0.05));
    assertThat(latency.p90()).isCloseTo(90, within(0.09));
    assertThat(latency.p99()).isCloseTo(99, within(0.1));
    assertThat(latency.max()).isCloseTo(100, within(0.1));
  }

  @Test
  void aResumedRunsRateCountsItsOwnSamples() {
    var config = ConfigLoader.load(Optional.empty(), List.of()).config();
    var totals = new Totals(Map.of("samplesAcked", 1_000L));
    var baseline = new RunResult.Baseline(400, 2);

    var result =
        RunResult.of(
            config,
            totals,
            NO_SERIES,
            5,
            baseline,
            Optional.empty(),
            3,
            null,
            false,
            null,
            "2.2.1");

    assertThat(result.samplesAcked()).isEqualTo(1_000);
    assertThat(result.samplesPerSecond()).isEqualTo((1_000 - 400) / (5.0 - 2));
  }

  /** Where series are to stay in order a writer has one request on its way. */
  @Test
  void countsTheRequestsThatMayBeInFlight() {
    assertThat(result(Map.of(), 1).inFlight()).isEqualTo(16);
    assertThat(result(Map.of(), 1, "target.type=remote-write").inFlight()).isEqualTo(2);
    assertThat(
            result(Map.of(), 1, "target.type=remote-write", "target.out-of-order=accepted")
                .inFlight())
        .isEqualTo(16);
  }

  private static RunResult result(Map<String, Object> totals, double seconds, String... settings) {
    var all = new ArrayList<>(List.of(settings));
    all.add("parallelism=2");
    var config = ConfigLoader.load(Optional.empty(), all).config();
    return RunResult.of(
        config,
        new Totals(new HashMap<>(totals)),
        NO_SERIES,
        seconds,
        RunResult.Baseline.NONE,
        Optional.empty(),
        3,
        null,
        false,
        null,
        "2.2.1");
  }
}
