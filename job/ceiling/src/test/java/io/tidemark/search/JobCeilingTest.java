package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.statistics.Estimate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One subtask that takes 0.12 µs for each copy can't write more than 8.3 million a second. */
class JobCeilingTest {
  private static final SimulatedSetup SLOW_DATABASE =
      SimulatedSetup.of(Behaviour.ofSlots(1, Duration.ofSeconds(1)).withCpu(Duration.ZERO, 8))
          .withHostCores(8)
          .withJobCores(8);

  private static SimulatedSearch search(Double known, String... settings) {
    return search(SLOW_DATABASE, known, settings);
  }

  private static SimulatedSearch search(SimulatedSetup setup, Double known, String... settings) {
    return new SimulatedSearch(setup, By.IN_FLIGHT, Duration.ofSeconds(45), known, settings);
  }

  @Test
  void isWhatTheJobReachesWithoutTheDatabase() {
    var search = search(null, "parallelism=1");

    assertThat(JobCeiling.measure(search.context).value())
        .isBetween(0.95 / 0.12e-6, 1.01 / 0.12e-6);
    assertThat(search.context.journal().steps())
        .extracting(step -> step.phase())
        .containsExactly("job-ceiling");
  }

  /** 6 million samples, in which the job makes its series ready, take it 0.7 s. */
  @Test
  void isOfAJobThatHasWrittenEverySeries() {
    var search = search(null, "parallelism=1", "source.datagen.series=500000");

    JobCeiling.measure(search.context);

    var step = search.context.journal().steps().get(0).window();
    assertThat(step.marks()).isEmpty();
    assertThat(
            search.context.clock().elapsed().toMillis() / 1e3
                - step.seconds()
                - step.warmUpSeconds())
        .isGreaterThan(0.7 + 0.6);
  }

  /** 360 million samples would take it 43 s. */
  @Test
  void saysThatTheJobWasStillMakingItsSeriesReady() {
    var search = search(null, "parallelism=1", "source.datagen.series=30000000");

    JobCeiling.measure(search.context);

    assertThat(search.said).anyMatch(line -> line.contains("of 30.0 M series are registered"));
    assertThat(search.context.journal().steps().get(0).window().marks())
        .contains(Registration.MARK);
  }

  @Test
  void isNotTheRateThatTheSourceIsAskedFor() {
    var search = search(null, "parallelism=1", "source.datagen.rate=1000");

    assertThat(JobCeiling.measure(search.context).value()).isGreaterThan(7e6);
  }

  /** A client of which more in flight get more through, with a database or without. */
  @Test
  void isMeasuredAgainWithAsManyInFlightAsWroteMore() {
    var search = search(null, "parallelism=1");

    JobCeiling.again(search.context, new Estimate(1, 1, 1), 64);

    assertThat(search.context.journal().steps())
        .extracting(step -> step.window().load().inFlight())
        .containsExactly(64);
  }

  @Test
  void isNotMeasuredAgainWhereItIsKnown() {
    var search = search(5e6);

    assertThat(JobCeiling.measure(search.context).value()).isEqualTo(5e6);
    assertThat(search.context.clock().elapsed()).isZero();
  }

  @Test
  void isUnknownWhereNothingCanBeWrittenTo() {
    var search = search(SLOW_DATABASE.withoutNullTarget(), null);

    assertThat(JobCeiling.measure(search.context)).isNull();
    assertThat(search.said)
        .anyMatch(line -> line.startsWith("the job's own ceiling is not measured"));
  }

  @Test
  void theStepBelongsToNoDatabase() {
    var search = search(null);
    JobCeiling.measure(search.context);

    assertThat(search.context.journal().steps().get(0).window().database()).isNull();
  }
}
