package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a step takes, and what is said of it. Eight in flight, four slots for 20 ms each. */
class ObservedJobTest {
  private static final Duration LEAST = Duration.ofSeconds(6);
  private static final Duration MOST = Duration.ofSeconds(18);
  private static final Behaviour FOUR_SLOTS = Behaviour.ofSlots(4, Duration.ofMillis(20));

  private final SimulatedSearch search =
      new SimulatedSearch(
          SimulatedSetup.of(FOUR_SLOTS),
          By.IN_FLIGHT,
          Duration.ofMinutes(3),
          1e7,
          "write.in-flight=8");
  private final Load load = SearchContext.load(search.context.config());
  private final SearchContext.Running running = search.context.start(search.context.config());
  private final ObservedJob job = running.job();

  @AfterEach
  void close() {
    running.close();
  }

  private Measured step() {
    return job.step(load, LEAST, MOST);
  }

  @Test
  void aSteadyStepTakesNoLongerThanItMust() {
    Measured step = step();

    assertThat(step.window().valid()).isTrue();
    assertThat(step.window().marks()).isEmpty();
    assertThat(step.window().seconds() + step.window().warmUpSeconds()).isBetween(6.0, 6.5);
  }

  @Test
  void whatComesBeforeItIsSteadyIsLeftOut() {
    search.system.become(Behaviour.ofSlots(4, Duration.ofMillis(60)));
    search.system.time().in(Duration.ofMillis(1_300), () -> search.system.become(FOUR_SLOTS));

    Measured step = step();

    assertThat(step.window().warmUpSeconds()).isBetween(1.0, 1.5);
    assertThat(step.samplesPerSecond()).isBetween(0.98 * 2e6, 1.02 * 2e6);
  }

  /** Answers take 8 % longer after 3.3 s, and again after 6.8 s. */
  @Test
  void aStepThatDriftsIsExtendedOnceAndThenMarked() {
    for (int i = 1; i < 3; i++) {
      long micros = Math.round(20_000 * Math.pow(1.08, i));
      search
          .system
          .time()
          .in(
              Duration.ofMillis(3_500L * i - 200),
              () -> search.system.become(Behaviour.ofSlots(4, Duration.ofNanos(1_000 * micros))));
    }

    Measured step = step();

    assertThat(step.window().valid()).isTrue();
    assertThat(step.window().marks()).contains("throughput drifts");
    assertThat(step.window().seconds() + step.window().warmUpSeconds()).isBetween(8.9, 9.6);
  }

  /** Eight wait for four slots of 0.3 s: answers take 0.6 s, and 20 of them 12 s. */
  @Test
  void aStepIsLongerWhereAnswersTakeLong() {
    search.system.become(Behaviour.ofSlots(4, Duration.ofMillis(300)));
    job.watch(Duration.ofSeconds(3));

    Measured step = step();

    assertThat(step.window().valid()).as("%s", step.window().invalid()).isTrue();
    assertThat(step.window().seconds()).isGreaterThan(12);
  }

  /** Twenty answers of a second take longer than the longest step: it ends as soon as it knows. */
  @Test
  void aStepIsNotStretchedWhereThatWouldNotDo() {
    search.system.become(Behaviour.ofSlots(4, Duration.ofMillis(500)));
    job.watch(Duration.ofSeconds(4));

    Measured step = step();

    assertThat(step.window().marks()).anyMatch(why -> why.contains("shorter than 20 latencies"));
    assertThat(step.window().seconds() + step.window().warmUpSeconds()).isBetween(5.9, 6.6);
  }

  /** Of fewer than ten batches of five observations the end of a warm-up is chance. */
  @Test
  void aShortStepLeavesOutItsFirstTenth() {
    Measured step = job.step(load, Duration.ofSeconds(4), MOST);

    assertThat(step.window().warmUpSeconds()).isBetween(0.4, 0.5);
    assertThat(step.window().marks()).isEmpty();
  }

  /** Two million samples a second: four million take two seconds. */
  @Test
  void isWarmOnceEverySeriesWasWrittenAgain() {
    long begin = search.system.time().millis();

    assertThat(job.warm(load, 4_000_000, null, MOST)).isTrue();

    assertThat(search.system.time().millis() - begin).isBetween(2_000L, 3_000L);
  }

  /** The pages of more than two seconds must say so: nothing is slow in a simulated cache. */
  @Test
  void isWarmOnceNoMoreRowsAreSlowThanBefore() {
    long begin = search.system.time().millis();

    assertThat(job.warm(load, 0, 0.0, MOST)).isTrue();

    assertThat(search.system.time().millis() - begin).isBetween(2_200L, 4_000L);
  }

  @Test
  void aStepEndsWithTheTimeOfTheSearch() {
    job.watch(Duration.ofSeconds(171));
    search.system.become(Behaviour.ofSlots(4, Duration.ofSeconds(100)));

    Measured step = step();

    assertThat(step.window().invalid()).contains("no write was answered");
    assertThat(search.context.clock().elapsed()).isLessThan(Duration.ofSeconds(181));
  }

  @Test
  void aDatabaseThatComesBackWithinAStepVoidsIt() {
    search.system.time().in(Duration.ofSeconds(1), () -> search.system.lose(Duration.ofSeconds(9)));

    Measured step = step();

    assertThat(step.window().invalid())
        .contains("the database could not be reached for a part of it");
  }

  @Test
  void theStepAfterThatBeginsOnceWritersWriteAgain() {
    search
        .system
        .time()
        .in(Duration.ofSeconds(1), () -> search.system.lose(Duration.ofSeconds(12)));
    step();

    Measured step = step();

    assertThat(step.window().valid()).as("%s", step.window().invalid()).isTrue();
    assertThat(step.samplesPerSecond()).isBetween(0.98 * 2e6, 1.02 * 2e6);
  }

  @Test
  void aRestartedDatabaseVoidsTheStep() {
    var changeable =
        new SimulatedSearch(
            SimulatedSetup.of(FOUR_SLOTS).withChangeableDatabase(),
            By.IN_FLIGHT,
            Duration.ofMinutes(3),
            1e7,
            "write.in-flight=8");
    var database = changeable.system.changeable().orElseThrow();
    changeable.system.time().in(Duration.ofSeconds(12), () -> database.restart(4));
    try (var other = changeable.context.start(changeable.context.config())) {
      Measured step = other.job().step(load, MOST, MOST);

      assertThat(step.window().invalid()).contains("the database was restarted");
    }
  }
}
