package io.tidemark.testrun;

import io.tidemark.testrun.TestEvent.Outcome;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the runs of one test come to. A test that failed and then passed is a flake if each of its
 * failures was of a kind that says nothing of the product: something did not come in time, a part
 * did not start, or a measurement lay outside of its bounds. Whatever else failed once is red.
 *
 * @param runs the events of one test or class, the oldest first
 */
record TestVerdict(List<TestEvent> runs) {
  /** Exceptions by name: not every module has their classes. */
  static final Set<String> MAY_RUN_AGAIN =
      Set.of(
          "io.tidemark.process.NotInTime",
          "io.tidemark.process.MeasuredBound",
          "java.util.concurrent.TimeoutException",
          "org.awaitility.core.ConditionTimeoutException",
          "org.openqa.selenium.SessionNotCreatedException",
          "org.openqa.selenium.TimeoutException",
          "org.testcontainers.containers.ContainerLaunchException");

  enum Colour {
    GREEN,
    FLAKE,
    RED,
    NOT_RUN
  }

  /** One for each test and class that the events tell of, in the order of their first runs. */
  static List<TestVerdict> of(List<TestEvent> events) {
    Map<String, List<TestEvent>> byTest =
        events.stream()
            .sorted(Comparator.comparingLong(TestEvent::startedMillis))
            .collect(
                Collectors.groupingBy(
                    event -> event.type() + event.id(), LinkedHashMap::new, Collectors.toList()));
    return byTest.values().stream().map(TestVerdict::new).toList();
  }

  Colour colour() {
    if (failures().findAny().isEmpty()) {
      return last().outcome() == Outcome.SKIPPED ? Colour.NOT_RUN : Colour.GREEN;
    }
    boolean mayRunAgain = failures().allMatch(event -> MAY_RUN_AGAIN.contains(event.failure()));
    return mayRunAgain && last().outcome() == Outcome.PASSED ? Colour.FLAKE : Colour.RED;
  }

  TestEvent last() {
    return runs.get(runs.size() - 1);
  }

  Optional<TestEvent> firstFailure() {
    return failures().findFirst();
  }

  private Stream<TestEvent> failures() {
    return runs.stream().filter(event -> event.outcome() == Outcome.FAILED);
  }
}
