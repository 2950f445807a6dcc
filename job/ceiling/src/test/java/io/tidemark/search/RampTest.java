package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.result.AmplificationRow;
import io.tidemark.ceiling.result.Step;
import io.tidemark.job.config.ConfigException;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Half a core at 1.2 µs a sample takes 417,000 samples/s: 34,700 source samples, twelve times. */
class RampTest {
  private static final double TRUTH = 0.5 / 1.2e-6;
  private static final SimulatedSetup HALF_A_CORE =
      SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ZERO).withCpu(Duration.ofMillis(12), 0.5));

  private static SimulatedSearch search(By by, Duration most, String... settings) {
    return new SimulatedSearch(HALF_A_CORE, by, most, 1e7, settings);
  }

  private static List<String> notes(SimulatedSearch search) {
    return search.context.journal().steps().stream().map(Step::note).toList();
  }

  @Test
  void byRateDoublesThenHalvesTheGapThenMeasuresTheBestAgain() {
    var search = search(By.RATE, Duration.ofMinutes(5));
    var ramp = new Ramp(search.context);

    ramp.run(By.RATE);

    assertThat(notes(search))
        .filteredOn(note -> !note.endsWith("once more"))
        .startsWith("10000 source samples/s", "20000 source samples/s", "40000 source samples/s")
        .contains("30000 source samples/s", "35000 source samples/s");
    assertThat(notes(search).get(notes(search).size() - 1)).endsWith(", once more");
    assertThat(ramp.sustained()).isFalse();
    assertThat(ramp.best().samplesPerSecond()).isBetween(0.93 * TRUTH, 1.01 * TRUTH);
    assertThat(ramp.toExplain().window().load().expectedSamplesPerSecond()).isGreaterThan(TRUTH);
  }

  @Test
  void byMGoesOneStepBeyondTheFirstThatIsTooMuch() {
    var search = search(By.M, Duration.ofMinutes(5), "source.datagen.rate=50000");
    var ramp = new Ramp(search.context);

    ramp.run(By.M);

    assertThat(ramp.rows()).extracting(AmplificationRow::m).containsExactly(1, 2, 4, 6, 12, 20);
    assertThat(ramp.rows())
        .extracting(AmplificationRow::sustained)
        .containsExactly(true, true, true, true, false, false);
    assertThat(ramp.toExplain().window().load().m()).isEqualTo(12);
  }

  @Test
  void byMTakesARateWhereNoneIsSet() {
    var search = search(By.M, Duration.ofMinutes(5));
    new Ramp(search.context).run(By.M);

    assertThat(search.said)
        .contains("source.datagen.rate is not set: taking 100000 source samples/s");
  }

  @Test
  void byBatchKeepsTheSamplesInFlight() {
    var search = search(By.BATCH, Duration.ofMinutes(5));
    var ramp = new Ramp(search.context);

    ramp.run(By.BATCH);

    assertThat(notes(search))
        .filteredOn(note -> !note.endsWith("once more"))
        .containsExactly(
            "batch 500 × 320 in flight",
            "batch 1000 × 160 in flight",
            "batch 2500 × 64 in flight",
            "batch 5000 × 32 in flight",
            "batch 10000 × 16 in flight",
            "batch 20000 × 8 in flight");
    assertThat(ramp.rows()).isEmpty();
    assertThat(ramp.sustained()).isTrue();
  }

  /**
   * 417,000 samples/s write a million series in 2.4 s; at 10,000 a second each step would be new.
   */
  @Test
  void registersEverySeriesBeforeASlowPace() {
    var search =
        search(By.RATE, Duration.ofMinutes(5), "source.datagen.series=1000000", "amplify.m=1");
    new Ramp(search.context).run(By.RATE);

    assertThat(search.context.journal().steps())
        .noneMatch(step -> Registration.isOf(step.window()));
    assertThat(search.context.journal().steps().get(0).window().valid()).isTrue();
  }

  @Test
  void endsWhenThereIsNoTimeForAnotherLoad() {
    var search = search(By.M, Duration.ofSeconds(12), "source.datagen.rate=1000");
    var ramp = new Ramp(search.context);

    ramp.run(By.M);

    assertThat(ramp.rows()).hasSizeBetween(1, 3);
    assertThat(search.said).anyMatch(line -> line.startsWith("no time is left for M = "));
  }

  @Test
  void aSourceWithItsOwnPaceIsRefused() {
    var search = search(By.RATE, Duration.ofMinutes(5), "source.type=file", "source.file.path=x");

    Assertions.assertThatThrownBy(() -> new Ramp(search.context).run(By.RATE))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("use --by in-flight");
  }
}
