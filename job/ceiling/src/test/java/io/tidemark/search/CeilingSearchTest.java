package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CeilingSearchTest {
  private static final Behaviour FOUR_SLOTS = Behaviour.ofSlots(4, Duration.ofMillis(50));

  private final SimulatedSearch search =
      new SimulatedSearch(SimulatedSetup.of(FOUR_SLOTS), By.IN_FLIGHT, Duration.ofSeconds(90));

  private void after(int seconds, Runnable what) {
    search.system.time().in(Duration.ofSeconds(seconds), what);
  }

  @Test
  void anInterruptLeavesWhatWasFound() {
    after(30, search::interrupt);

    CeilingResult result = search.run();

    assertThat(result.partial()).isEqualTo("interrupted");
    assertThat(result.sentence()).contains("The search ended early: interrupted.");
    assertThat(result.ceilingSamplesPerSecond()).isPositive();
    assertThat(result.seconds()).isBetween(30.0, 30.2);
  }

  @Test
  void anInterruptAtOnceLeavesNothingAndSaysSo() {
    search.interrupt();

    CeilingResult result = search.run();

    assertThat(result.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(result.ceilingSamplesPerSecond()).isNull();
    assertThat(result.steps()).isEmpty();
  }

  @Test
  void aDatabaseThatIsLostIsWaitedFor() {
    after(25, () -> search.system.lose(Duration.ofSeconds(14)));

    CeilingResult result = search.run();

    assertThat(result.partial()).isNull();
    assertThat(result.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(result.warnings())
        .anyMatch(line -> line.startsWith("the database does not answer (database-0"));
    assertThat(result.ceilingSamplesPerSecond()).isBetween(0.78e6, 0.82e6);
  }

  @Test
  void aDatabaseThatDoesNotComeBackEndsTheSearch() {
    after(25, () -> search.system.lose(Duration.ofMinutes(5)));

    CeilingResult result = search.run();

    assertThat(result.partial()).startsWith("the database did not come back within 20 s");
    assertThat(result.ceilingSamplesPerSecond()).isPositive();
  }

  @Test
  void metricsThatNobodyCanReadAreSaid() {
    var silent =
        new SimulatedSearch(
            SimulatedSetup.of(FOUR_SLOTS.withMetricsStatus(403)),
            By.IN_FLIGHT,
            Duration.ofSeconds(45));

    assertThat(silent.run().warnings())
        .contains("the database's metrics can't be read: database-0: HTTP 403 for /metrics");
  }

  /** Its last step may be extended. */
  @Test
  void theSearchKeepsToItsTime() {
    var brief =
        new SimulatedSearch(
            SimulatedSetup.of(FOUR_SLOTS).withChangeableDatabase(),
            By.IN_FLIGHT,
            Duration.ofSeconds(30));

    assertThat(brief.run().seconds()).isBetween(20.0, 33.0);
  }

  /** With answers that take seconds, and a database whose every change takes its time. */
  @Test
  void aDefaultSearchEndsWithinThreeMinutesHoweverSlowTheDatabaseIs() {
    for (int millis : new int[] {20, 200, 1_000, 4_000}) {
      var slow =
          new SimulatedSearch(
              SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMillis(millis)))
                  .withChangeableDatabase(),
              By.IN_FLIGHT,
              Duration.ofMinutes(3));

      assertThat(slow.run().seconds()).as("slots held for %d ms", millis).isLessThan(182);
    }
  }

  /** Nothing is the same twice, so nothing is sure. */
  @Test
  void aPlateauThatDoesNotStayLowersConfidence() {
    for (int i = 1; i < 60; i++) {
      var next = Behaviour.ofSlots(4, Duration.ofMillis(50 + (i % 4) * 25));
      after(40 + 4 * i, () -> search.system.become(next));
    }

    CeilingResult result = search.run();

    assertThat(result.confidence()).isIn(Confidence.LOW, Confidence.NONE);
  }
}
