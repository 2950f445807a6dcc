package io.tidemark.testrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testrun.TestEvent.Outcome;
import io.tidemark.testrun.TestVerdict.Colour;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestVerdictTest {
  /** Runs are the exceptions' names, or P for passed and S for skipped. */
  @ParameterizedTest
  @CsvSource({
    "P, GREEN",
    "S, NOT_RUN",
    "io.tidemark.process.NotInTime P, FLAKE",
    "io.tidemark.process.MeasuredBound P, FLAKE",
    "org.awaitility.core.ConditionTimeoutException java.util.concurrent.TimeoutException P, FLAKE",
    // As long as it never passes.
    "io.tidemark.process.NotInTime, RED",
    "io.tidemark.process.NotInTime io.tidemark.process.NotInTime io.tidemark.process.NotInTime, RED",
    "io.tidemark.process.NotInTime S, RED",
    // A wrong count, set, byte or exit code, whatever comes later.
    "java.lang.AssertionError P, RED",
    "org.opentest4j.AssertionFailedError P, RED",
    "java.lang.IllegalStateException P, RED",
    "io.tidemark.process.NotInTime java.lang.AssertionError P, RED",
    "java.lang.AssertionError io.tidemark.process.NotInTime P, RED",
  })
  void whatRunsComeTo(String runs, Colour colour) {
    var events = new ArrayList<TestEvent>();
    for (String run : runs.split(" ")) {
      events.add(event(run, events.size()));
    }

    assertThat(TestVerdict.of(events))
        .singleElement()
        .satisfies(verdict -> assertThat(verdict.colour()).isEqualTo(colour));
  }

  @Test
  void theRunsOfAnotherTestCountForThatAlone() {
    TestEvent failed = event("java.lang.AssertionError", 0);
    var passed = new TestEvent("other", "a.B", "other", Outcome.PASSED, 1, 1, "", "");

    assertThat(TestVerdict.of(List.of(failed, passed)))
        .extracting(TestVerdict::colour)
        .containsExactly(Colour.RED, Colour.GREEN);
  }

  private static TestEvent event(String run, int startedMillis) {
    Outcome outcome =
        switch (run) {
          case "P" -> Outcome.PASSED;
          case "S" -> Outcome.SKIPPED;
          default -> Outcome.FAILED;
        };
    String failure = outcome == Outcome.FAILED ? run : "";
    return new TestEvent("id", "a.B", "c", outcome, startedMillis, 1, failure, "text");
  }
}
