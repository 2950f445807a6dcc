package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.StopBudget.Step;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StopBudgetTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final AtomicLong nanos = new AtomicLong(-5);
  private final StopBudget budget = new StopBudget(nanos::get);

  @ParameterizedTest
  @EnumSource
  void boundsNothingBeforeASignal(Step step) {
    assertThat(budget.left(step, HOUR)).isEqualTo(HOUR);
    assertThat(budget.isOver(step)).isFalse();
    assertThat(budget.isRunning()).isFalse();
  }

  @Test
  void allIsOverWithinTwentySecondsAndWhatMattersMostComesFirst() {
    budget.signalled();
    Duration before = Duration.ZERO;
    for (Step step : Step.values()) {
      Duration left = budget.left(step, HOUR);
      assertThat(left).isGreaterThan(before).isLessThan(Duration.ofSeconds(20));
      before = left;
    }
    pass(Duration.ofSeconds(4));
    assertThat(budget.left(Step.WRITE, HOUR)).isEqualTo(Duration.ofSeconds(6));
    assertThat(budget.left(Step.WRITE, SECOND)).isEqualTo(SECOND);
    pass(HOUR);
    assertThat(budget.left(Step.END, HOUR)).isZero();
  }

  @Test
  void theSecondSignalLeavesTwoSecondsAndTheThirdChangesNothing() {
    budget.signalled();
    pass(SECOND);
    budget.signalled();
    assertThat(budget.isOver(Step.WRITE)).isTrue();
    assertThat(budget.left(Step.END, HOUR)).isBetween(SECOND, Duration.ofSeconds(2));
    pass(SECOND);
    budget.signalled();
    assertThat(budget.left(Step.END, HOUR)).isLessThanOrEqualTo(SECOND);
  }

  @Test
  void aSecondSignalGivesNoTimeThatTheFirstHadNot() {
    budget.signalled();
    pass(Duration.ofMillis(17_900));
    budget.signalled();
    assertThat(budget.left(Step.END, HOUR)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void whatDoesNotCloseIsLeft() {
    budget.signalled();
    pass(Duration.ofMillis(15_950));
    var closed = new CountDownLatch(1);
    budget.close(
        () -> {
          try {
            closed.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    assertThat(closed.getCount()).as("it was not waited for").isEqualTo(1);
    closed.countDown();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
