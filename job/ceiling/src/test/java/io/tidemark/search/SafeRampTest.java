package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Amounts;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Half a core at 1.2 µs a sample takes 417,000 samples/s; at any more, latency grows for ever. */
class SafeRampTest {
  private static final double TRUTH = 0.5 / 1.2e-6;
  private static final SimulatedSetup HALF_A_CORE =
      SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ZERO).withCpu(Duration.ofMillis(12), 0.5));

  private static final Duration MOST = Duration.ofMinutes(20);

  @Test
  void findsTheRateAndTheCauseAboveIt() {
    CeilingResult result = SimulatedSearch.safe(HALF_A_CORE, MOST, "p99<2s").run();

    assertThat(result.safeRate().confirmed()).isTrue();
    assertThat(result.safeRate().samplesPerSecond()).isBetween(0.9 * TRUTH, 1.03 * TRUTH);
    assertThat(result.safeRate().activeSeries())
        .isEqualTo(15 * result.safeRate().samplesPerSecond());
    assertThat(result.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(result.headline())
        .startsWith("You may run at ")
        .contains(" series at 15 s)", "over 2 holds of 20 s", Cause.TSDB_CPU.what());
  }

  /** One request in flight at 240 ms takes 41,700 samples/s, and no call ever takes longer. */
  @Test
  void countsTheWaitForAPermit() {
    SimulatedSetup slow = SimulatedSetup.of(Behaviour.ofSlots(64, Duration.ofMillis(240)));

    CeilingResult result =
        SimulatedSearch.safe(slow, MOST, "p99<4s", "write.in-flight=1", "parallelism=1").run();

    assertThat(result.safeRate().samplesPerSecond()).isBetween(37_000.0, 44_000.0);
    assertThat(result.safeRate().broken()).isNotEmpty();
  }

  /** A rate that failed its hold may have been written faster than the safe one. */
  @Test
  void showsOnlyARateThatWasHeldAsTheBestSoFar() {
    var search = SimulatedSearch.safe(HALF_A_CORE, MOST, "p99<2s");

    double safe = search.run().safeRate().samplesPerSecond();

    List<String> shown = search.found.stream().filter(text -> !text.isEmpty()).distinct().toList();
    assertThat(shown)
        .isNotEmpty()
        .endsWith("best so far %s samples/s".formatted(Amounts.count(safe)))
        .allSatisfy(
            text ->
                assertThat(Double.parseDouble(text.replaceAll("\\D", "")) * 1e3)
                    .isLessThan(safe + 1e3));
  }

  @Test
  void saysWhatFailsIfNoRateIsSafe() {
    SimulatedSetup slow = SimulatedSetup.of(Behaviour.ofSlots(64, Duration.ofMillis(240)));

    CeilingResult result = SimulatedSearch.safe(slow, MOST, "p50<200ms").run();

    assertThat(result.safeRate().samplesPerSecond()).isNull();
    assertThat(result.sentence()).startsWith("No rate is safe: at ").contains("p50<200ms failed (");
  }

  /**
   * Above 100,000 samples/s the database is restarted every two seconds, so that no window counts:
   * that is no reason to find nothing at all.
   */
  @Test
  void aRateThatCannotBeMeasuredIsNotSafeAndLowerOnesMayBe() {
    var search =
        SimulatedSearch.safe(
            SimulatedSetup.of(HALF_A_CORE.databases().get(0)).withChangeableDatabase(),
            MOST,
            "p90<5s");
    double[] held = {0};
    search.onStep =
        step -> {
          Matcher rate = Pattern.compile("([0-9.]+) k samples/s").matcher(step);
          held[0] = rate.lookingAt() ? 1e3 * Double.parseDouble(rate.group(1)) : 0;
        };
    search
        .system
        .time()
        .every(
            Duration.ofSeconds(2),
            () -> {
              if (held[0] > 100e3) {
                search.system.changeable().orElseThrow().beginRestart();
              }
            });

    CeilingResult result = search.run();

    assertThat(result.safeRate().confirmed()).isTrue();
    assertThat(result.safeRate().samplesPerSecond()).isBetween(97e3, 100.5e3);
    assertThat(result.safeRate().broken()).contains("the database was restarted");
    assertThat(result.cause()).isEqualTo(Cause.INCONCLUSIVE);
  }

  @Test
  void needsToKnowWhenSamplesAreDue() {
    assertThatThrownBy(
            () ->
                SimulatedSearch.safe(
                    HALF_A_CORE, MOST, "p99<1s", "source.type=file", "source.file.path=x"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--slo needs to know when each sample was due");
  }
}
