package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Step;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.simulated.SimulatedSetup.Costs;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    assertThat(result.partial()).startsWith("the database did not come back within 5");
    assertThat(result.ceilingSamplesPerSecond()).isPositive();
  }

  /** As a kernel ends it. Before anything was found, that is all there is to say. */
  @Test
  void aDatabaseThatEndsWithItsMemoryFullIsShortOfMemory() {
    for (int seconds : new int[] {8, 25}) {
      var full =
          new SimulatedSearch(
              SimulatedSetup.of(FOUR_SLOTS.withSeriesKept(100, 1)),
              By.IN_FLIGHT,
              Duration.ofMinutes(3));
      full.system
          .time()
          .in(Duration.ofSeconds(seconds), () -> full.system.lose(Duration.ofMinutes(5)));

      CeilingResult result = full.run();

      assertThat(result.cause()).isEqualTo(Cause.TSDB_MEMORY);
      assertThat(result.sentence())
          .contains("the database's memory", "100 % of its limit", "did not come back");
      assertThat(result.ceilingSamplesPerSecond() == null).isEqualTo(seconds == 8);
    }
  }

  /** Its memory is full, and it can't be read at the moment; but it may come back. */
  @Test
  void whoEndsASearchDoesNotShowWhetherTheDatabaseDoes() {
    var full =
        new SimulatedSearch(
            SimulatedSetup.of(FOUR_SLOTS.withSeriesKept(100, 1)),
            By.IN_FLIGHT,
            Duration.ofMinutes(3));
    full.system.time().in(Duration.ofSeconds(25), () -> full.system.lose(Duration.ofMinutes(5)));
    full.system.time().in(Duration.ofSeconds(27), full::interrupt);

    CeilingResult result = full.run();

    assertThat(result.partial()).isEqualTo("interrupted");
    assertThat(result.cause()).isNotEqualTo(Cause.TSDB_MEMORY);
  }

  /** Not what the host's CPU did meanwhile. A search by queries has readers of its own. */
  @ParameterizedTest
  @EnumSource(value = By.class, mode = EnumSource.Mode.EXCLUDE, names = "QUERIES")
  void aDatabaseThatFailsEveryRequestEndsTheSearchWithThat(By by) {
    for (int status : new int[] {500, 503}) {
      var failing =
          new SimulatedSearch(
              SimulatedSetup.of(FOUR_SLOTS.withRejects(1, status)), by, Duration.ofMinutes(3));

      CeilingResult result = failing.run();

      assertThat(result.sentence())
          .isEqualTo(
              "No ceiling was found: every request fails: database-0: HTTP %d.".formatted(status));
      assertThat(result.partial()).startsWith("every request fails");
      assertThat(result.cause()).isEqualTo(Cause.REQUESTS_FAIL);
      assertThat(result.seconds()).isLessThan(15);
    }
  }

  @Test
  void aDatabaseThatAnswersNothingEndsTheSearchWithThat() {
    var silent =
        new SimulatedSearch(
            SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMinutes(10))),
            By.IN_FLIGHT,
            Duration.ofMinutes(3));

    CeilingResult result = silent.run();

    assertThat(result.sentence())
        .startsWith("No ceiling was found: no request was answered within 1")
        .contains("http://127.0.0.1:1");
    assertThat(result.seconds()).isLessThan(20);
  }

  /** As one that is restarted, or whose other client has used up a quota of seconds. */
  @Test
  void aDatabaseThatFailsEveryRequestForAWhileDoesNotEndTheSearch() {
    for (int i = 0; i < 2; i++) {
      after(25 + 20 * i, () -> search.system.become(FOUR_SLOTS.withRejects(1, 500)));
      after(28 + 20 * i, () -> search.system.become(FOUR_SLOTS));
    }

    CeilingResult result = search.run();

    assertThat(result.partial()).isNull();
    assertThat(result.cause()).isEqualTo(Cause.TSDB_SLOTS);
  }

  @Test
  void aDatabaseThatFailsEveryRequestFromNowOnEndsTheSearchWithWhatWasFound() {
    after(30, () -> search.system.become(FOUR_SLOTS.withRejects(1, 500)));

    CeilingResult result = search.run();

    assertThat(result.partial()).isEqualTo("every request fails: database-0: HTTP 500");
    assertThat(result.ceilingSamplesPerSecond()).isPositive();
    assertThat(result.seconds()).isLessThan(50);
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

  /** What was not tried can't be what stops it. */
  @Test
  void aBoundThatTimeDidNotAllowToRaiseIsNoCause() {
    var brief =
        new SimulatedSearch(SimulatedSetup.of(FOUR_SLOTS), By.IN_FLIGHT, Duration.ofSeconds(12));

    CeilingResult result = brief.run();

    assertThat(result.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(result.sentence()).contains("no time was left to try more requests in flight");
  }

  /** No step is long enough for answers that take seconds: it would go on to the last of them. */
  @Test
  void aShortSearchEndsInTimeThoughNoStepIsValid() {
    for (int millis : new int[] {2_000, 6_000}) {
      var slow =
          new SimulatedSearch(
              SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMillis(millis))),
              By.IN_FLIGHT,
              Duration.ofSeconds(20));

      CeilingResult result = slow.run();

      assertThat(result.seconds()).as("slots held for %d ms", millis).isLessThan(24);
      assertThat(result.cause()).isEqualTo(Cause.INCONCLUSIVE);
    }
  }

  /** Each step is but the job's filling of what may be in flight, which takes all of its CPU. */
  @Test
  void stepsThatEndBeforeTheirAnswersNameNoCause() {
    var dear =
        new Costs(
            Duration.ofNanos(20_000),
            Duration.ofNanos(1_000),
            Duration.ofNanos(30_000),
            Duration.ofNanos(200_000),
            50);
    var slow =
        new SimulatedSearch(
            SimulatedSetup.of(Behaviour.ofSlots(4_096, Duration.ofSeconds(6))).withCosts(dear),
            By.IN_FLIGHT,
            Duration.ofSeconds(75));

    CeilingResult result = slow.run();

    assertThat(result.cause()).as(result.sentence()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(result.sentence()).contains("fewer samples a request", "--max-duration");
  }

  /** Of answers that take 0.6 s a step of 2.5 s holds four. */
  @Test
  void aShortSearchFindsTheCeilingWhereEachStepHoldsButFewAnswers() {
    var slow =
        new SimulatedSearch(
            SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMillis(600))),
            By.IN_FLIGHT,
            Duration.ofSeconds(45));

    CeilingResult result = slow.run();

    assertThat(result.ceilingSamplesPerSecond()).isBetween(0.9 * 4e4 / 0.6, 1.1 * 4e4 / 0.6);
    assertThat(result.confidence()).isIn(Confidence.LOW, Confidence.NONE);
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

  /** No step begins that can't end in time, however long each answer takes. */
  @ParameterizedTest
  @EnumSource(value = By.class, mode = EnumSource.Mode.EXCLUDE, names = "QUERIES")
  void aSearchOfThreeMinutesEndsAtMostFiveSecondsLate(By by) {
    for (int millis : new int[] {20, 1_000, 9_000}) {
      var slow =
          new SimulatedSearch(
              SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMillis(millis))),
              by,
              Duration.ofMinutes(3),
              "source.datagen.rate=" + (by == By.M ? 2_000 : 0));

      assertThat(slow.run().seconds()).as("slots held for %d ms", millis).isLessThan(185);
    }
  }

  /** Else the database would be held for faster than the job, and the job for its own limit. */
  @Test
  void theJobAloneIsMeasuredAgainIfItWroteMoreSince() {
    var cold =
        new SimulatedSearch(
            SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMillis(14)))
                .apart()
                .compilingFor(Duration.ofSeconds(15)),
            By.IN_FLIGHT,
            Duration.ofMinutes(1));

    CeilingResult result = cold.run();

    assertThat(result.steps()).extracting(Step::note).contains("the job alone, compiled");
    assertThat(result.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(result.jobCeilingSamplesPerSecond())
        .isGreaterThan(1.5 * result.ceilingSamplesPerSecond());
  }

  /** 60 million samples at 800,000 a second: more than it has time for. */
  @Test
  void saysThatTheCeilingIsOneWhileSeriesAreRegistered() {
    var search =
        new SimulatedSearch(
            SimulatedSetup.of(FOUR_SLOTS),
            By.IN_FLIGHT,
            Duration.ofSeconds(60),
            "source.datagen.series=5000000");

    CeilingResult result = search.run();

    assertThat(result.sentence())
        .startsWith("The ceiling is ")
        .contains(" samples/s while series are registered, ");
    assertThat(result.warnings())
        .anyMatch(line -> line.contains(" of 5.00 M series are registered, "));
  }

  /** 67,000 series a second: the last ones come during the verification, or during a change. */
  @ParameterizedTest
  @ValueSource(ints = {4_600_000, 5_000_000})
  void sweepsAgainWhereAllSeriesAreRegisteredMeanwhile(int series) {
    var search =
        new SimulatedSearch(
            SimulatedSetup.of(FOUR_SLOTS),
            By.IN_FLIGHT,
            Duration.ofMinutes(3),
            "source.datagen.series=" + series);

    CeilingResult result = search.run();

    assertThat(result.sentence()).doesNotContain("registered");
    assertThat(result.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(result.ceilingSamplesPerSecond()).isBetween(0.9 * 8e5, 1.1 * 8e5);
    assertThat(result.steps())
        .filteredOn(step -> step.isOf(Phase.SWEEP))
        .hasSizeGreaterThan(2)
        .noneMatch(step -> Registration.isOf(step.window()));
  }

  /** Nothing is the same twice, so nothing is sure. */
  @Test
  void aPlateauThatDoesNotStayLowersConfidence() {
    for (int i = 1; i < 60; i++) {
      var next = Behaviour.ofSlots(4, Duration.ofMillis(50 + (i % 5) * 25));
      after(40 + 3 * i, () -> search.system.become(next));
    }

    CeilingResult result = search.run();

    assertThat(result.confidence()).isIn(Confidence.LOW, Confidence.NONE);
  }
}
