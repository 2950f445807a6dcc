package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.ProcessReading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobLogTest {
  private final JobLog log = new JobLog();
  private long number;

  @Test
  void aBoundIsSharedByTheWritersOfAProcess() {
    report(0, 0, "a", 1_000, 3);
    report(1, 0, "a", 1_000, 3);
    report(2, 0, "b", 1_000, 4);

    assertThat(log.inFlightBound()).isEqualTo(7);
  }

  @Test
  void theBoundOfAnAttemptThatEndedDoesNotCount() {
    report(0, 0, "a", 1_000, 3);
    report(0, 1, "b", 2_000, 5);

    assertThat(log.inFlightBound()).isEqualTo(5);
  }

  @Test
  void forgetsAnAttemptThatEndedAndNotOneThatGoesOn() {
    report(0, 0, "a", 1_000, 1);
    report(0, 1, "a", 2_000, 1);
    report(0, 1, "a", 9_000, 1);

    log.forgetBefore(5_000);

    assertThat(log.writersIn(1_000, 1_000)).isEmpty();
    assertThat(log.writersIn(2_000, 9_000)).hasSize(1);
    log.forgetBefore(10_000);
    assertThat(log.isEmpty()).isTrue();
  }

  /** A process without a writer has its CPU time to report, too. */
  @Test
  void isCompleteUntilTheLastProcessReportedUnlessThatIsGone() {
    report(0, 0, "writes", 1_000, 1);
    observe(1, 0, "amplifies", 900, null);
    assertThat(log.completeUntilMillis()).isEqualTo(900);

    report(0, 0, "writes", 2_800, 1);
    assertThat(log.completeUntilMillis()).as("late").isEqualTo(900);
    report(0, 0, "writes", 3_000, 1);
    assertThat(log.completeUntilMillis()).as("gone").isEqualTo(3_000);
  }

  private void report(int subtask, int attempt, String process, long millis, int bound) {
    var writing =
        new Observation.Writing(bound, new double[0], new byte[0], new byte[0], List.of());
    observe(subtask, attempt, process, millis, writing);
  }

  private void observe(
      int subtask, int attempt, String process, long millis, Observation.Writing writing) {
    var reading =
        new ProcessReading(process, "host", 2, 1, 0, 1, 2, 2, 1, null, Map.of(), null, null);
    var reported = new Observation(subtask, attempt, millis, writing, reading);
    log.add(new Observations(number++, List.of(reported)));
  }
}
