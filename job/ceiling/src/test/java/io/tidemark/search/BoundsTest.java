package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a search raises, it keeps within what the user set. */
class BoundsTest {
  private static final Duration MOST = Duration.ofMinutes(10);
  private static final Behaviour FOUR_SLOTS = Behaviour.ofSlots(4, Duration.ofMillis(50));

  private static CeilingResult search(Behaviour database, By by, int maxInFlight) {
    return new SimulatedSearch(
            SimulatedSetup.of(database).withChangeableDatabase(), by, MOST, 1e7, true, maxInFlight)
        .run();
  }

  private static int mostInFlight(CeilingResult result) {
    return result.steps().stream()
        .mapToInt(step -> step.window().load().inFlight())
        .max()
        .orElseThrow();
  }

  /** The plateau is at the bound, just below it, and far below it. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "4, 4", "6, 4", "8, 8", "12, 8"})
  void noStepHasMoreRequestsInFlightThanTheUserAllows(int allowed, int plateau) {
    CeilingResult result = search(FOUR_SLOTS, By.IN_FLIGHT, allowed);

    assertThat(mostInFlight(result)).isEqualTo(plateau);
    assertThat(result.interventions())
        .extracting(Intervention::changed)
        .noneMatch(changed -> changed.startsWith("requests in flight"));
    assertThat(result.warnings())
        .anyMatch(
            warning ->
                warning.startsWith("%d requests in flight were not tried".formatted(2 * plateau))
                    && warning.contains("--max-in-flight=" + allowed));
  }

  @Test
  void aBoundThatHasRoomForItLeavesTheProofAsItIs() {
    CeilingResult result = search(FOUR_SLOTS, By.IN_FLIGHT, 64);

    assertThat(result.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(result.interventions())
        .extracting(Intervention::changed)
        .anyMatch(changed -> changed.startsWith("requests in flight"));
    assertThat(result.warnings()).noneMatch(warning -> warning.contains("--max-in-flight"));
  }

  @ParameterizedTest
  @EnumSource(
      value = By.class,
      names = {"M", "RATE", "BATCH"})
  void noLoadOfARampHasMoreInFlight(By by) {
    assertThat(mostInFlight(search(FOUR_SLOTS, by, 3))).isEqualTo(3);
  }
}
