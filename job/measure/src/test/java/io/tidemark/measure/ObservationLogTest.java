package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.job.observe.InstrumentRequest.Observations;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of {@link WriterReports}: one writer, 10,000 samples a second. */
class ObservationLogTest {
  private static final Load LOAD = new Load(2, 1, 1, 100, 1, 0);
  private static final int STEP_MILLIS = 250;

  private final ObservationLog log = new ObservationLog(new DatabaseLog(Time.REAL), false);
  private long number;

  @Test
  void aWindowAndAPartOfARunSayTheSameOfTheSameTime() {
    for (int millis = 0; millis <= 10_000; millis += STEP_MILLIS) {
      report(0, 0, 1_000 + millis, millis * 10.0);
    }

    Part part = log.part(0.2, 0.9, 100_000, 11_000).orElseThrow();
    Window window = log.window(LOAD, 3_000, 10_000, 0, List.of());

    assertThat(part.seconds()).isEqualTo(window.seconds()).isEqualTo(7);
    assertThat(part.samples()).isEqualTo(70_000);
    assertThat(part.meanSamplesPerSecond())
        .isCloseTo(window.throughput().samplesPerSecond(), within(1e-6));
    assertThat(part.little().meanInFlight())
        .isCloseTo(window.inFlight().mean(), within(1e-9))
        .isCloseTo(2, within(1e-9));
    assertThat(part.little().meanLatencySeconds()).isCloseTo(0.02, within(1e-9));
    assertThat(part.p99Millis()).hasValue(window.requests().p99Millis());
    assertThat(part.cpuSecondsPerMillionSamples() * part.meanSamplesPerSecond() / 1e6)
        .isCloseTo(window.job().cpuCores(), within(1e-9))
        .isCloseTo(0.5, within(1e-9));
    assertThat(part.samplesPerSecond()).hasSize(70);
    assertThat(part.samplesPerSecond()).containsExactly(log.rates(3_000, 10_000), within(1e-6));
  }

  /** The reports of its last two seconds never came. */
  @Test
  void theRateIsEvenFromTheLastReportToTheLastAcknowledgement() {
    for (int millis = 0; millis <= 8_000; millis += STEP_MILLIS) {
      report(0, 0, 1_000 + millis, millis * 10.0);
    }

    Part part = log.part(0.5, 1, 100_000, 11_000).orElseThrow();

    assertThat(part.seconds()).isEqualTo(5);
    assertThat(part.samples()).isEqualTo(50_000);
    assertThat(Arrays.stream(part.samplesPerSecond()).average()).hasValueCloseTo(1e4, within(1.0));
    assertThat(part.little().windowSeconds()).isEqualTo(3);
  }

  @Test
  void aWriterThatEndsBeforeTheOthersCountsInAPart() {
    for (int millis = 0; millis <= 10_000; millis += STEP_MILLIS) {
      report(0, 0, 1_000 + millis, millis * 10.0);
      if (millis <= 5_000) {
        report(1, 0, 1_000 + millis, millis * 10.0);
      }
    }

    Part part = log.part(0.1, 1, 150_000, 11_000).orElseThrow();

    assertThat(part.samples()).isCloseTo(135_000, within(1e-6));
    assertThat(part.little().requestsPerSecond())
        .isCloseTo(1_350 / part.seconds(), within(5.0 / part.seconds()));
  }

  @Test
  void nothingObservedIsNoPart() {
    assertThat(log.part(0.2, 0.9, 100_000, 11_000)).isEmpty();
  }

  @Test
  void aRestartWithinAWindowVoidsItAndItsSamplesCountOn() {
    for (int millis = 0; millis <= 2_000; millis += STEP_MILLIS) {
      report(0, 0, 1_000 + millis, millis * 10.0);
      report(0, 1, 4_000 + millis, millis * 10.0);
    }

    assertThat(log.window(LOAD, 1_500, 5_500, 0, List.of()).invalid())
        .contains("no writer reported on all of it");
    assertThat(log.window(LOAD, 4_000, 6_000, 0, List.of()).invalid()).isEmpty();
    assertThat(log.samples()).isEqualTo(40_000);
  }

  private void report(int subtask, int attempt, long millis, double samples) {
    log.add(
        new Observations(number++, List.of(WriterReports.of(subtask, attempt, millis, samples))));
  }
}
