package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitsTest {
  private static final int MANY = 1_000;

  private final List<String> woken = new ArrayList<>();

  @Test
  void oneWriterMayHoldWhatAnotherLeavesFree() {
    try (var first = join("a", 1);
        var second = join("b", 1)) {
      assertThat(first.tryTake()).isTrue();
      assertThat(first.tryTake()).isTrue();
      assertThat(second.tryTake()).isFalse();
      first.release();
      assertThat(woken).containsExactly("b");
      assertThat(first.tryTake()).as("kept for the one that waits").isFalse();
      assertThat(second.tryTake()).isTrue();
    }
  }

  @Test
  void whoWaitsLongestIsNext() {
    try (var first = join("a", 1);
        var second = join("b", 0);
        var third = join("c", 0)) {
      first.tryTake();
      third.tryTake();
      second.tryTake();
      first.release();
      third.tryTake();
      third.release();
      assertThat(woken).containsExactly("c", "b");
    }
  }

  @Test
  void aHigherBoundWakesAndALowerOneWaitsForReturns() {
    try (var writer = join("a", 1)) {
      writer.tryTake();
      assertThat(writer.tryTake()).isFalse();
      writer.bound(2);
      assertThat(woken).containsExactly("a");
      assertThat(writer.tryTake()).isTrue();
      writer.bound(1);
      writer.release();
      assertThat(writer.tryTake()).isFalse();
      writer.release();
      assertThat(writer.tryTake()).isTrue();
    }
  }

  @Test
  void aWriterThatLeavesGivesBackWhatItHeldAndWasKeptForIt() {
    try (var stays = join("stays", 1)) {
      var leaves = join("leaves", 1);
      leaves.tryTake();
      stays.tryTake();
      leaves.tryTake();
      stays.release();
      leaves.close();
      leaves.release();
      assertThat(stays.bound()).isEqualTo(1);
      assertThat(stays.tryTake()).isTrue();
      assertThat(stays.tryTake()).isFalse();
    }
  }

  @Test
  void aWriterThatLeavesGivesBackWhatCameToItAfterAWait() {
    try (var stays = join("stays", 1)) {
      var leaves = join("leaves", 0);
      stays.tryTake();
      leaves.tryTake();
      stays.release();
      assertThat(leaves.tryTake()).isTrue();
      leaves.close();
      assertThat(stays.tryTake()).isTrue();
    }
  }

  @Test
  void nothingIsKeptForAWriterThatHasLeft() {
    try (var first = join("a", 1);
        var second = join("b", 0)) {
      var leaves = join("leaves", 0);
      first.tryTake();
      leaves.tryTake();
      second.tryTake();
      leaves.close();
      first.release();
      assertThat(woken).containsExactly("b");
      assertThat(second.tryTake()).isTrue();
    }
  }

  @Test
  void whoAsksAgainWaitsForOneAllTheSame() {
    try (var first = join("a", 2);
        var second = join("b", 0)) {
      first.tryTake();
      first.tryTake();
      second.tryTake();
      second.tryTake();
      first.release();
      first.release();
      assertThat(woken).containsExactly("b");
      assertThat(first.tryTake()).isTrue();
    }
  }

  @Test
  void noneIsGivenOnceAWriterHasStoppedAll() {
    try (var stays = join("stays", 1)) {
      var fails = join("fails", 1);
      fails.tryTake();
      fails.tryTake();
      stays.tryTake();
      fails.stopAll();
      fails.close();
      assertThat(stays.tryTake()).isFalse();
      assertThat(woken).isEmpty();
    }
    try (var startedAnew = join("anew", 1)) {
      assertThat(startedAnew.tryTake()).isTrue();
    }
  }

  @Test
  void jobsShareNothing() {
    try (var mine = Permits.join("one job", 1, MANY, () -> {});
        var theirs = Permits.join("another", 1, MANY, () -> {})) {
      assertThat(mine.tryTake()).isTrue();
      assertThat(theirs.tryTake()).isTrue();
    }
  }

  @Test
  void aWriterWithABoundOfItsOwnHoldsNoMoreAndIsWokenWhenItsBatchIsBack() {
    try (var ordered = Permits.join("job", 4, 1, () -> woken.add("ordered"))) {
      assertThat(ordered.bound()).as("what it can use").isEqualTo(1);
      assertThat(ordered.tryTake()).isTrue();
      assertThat(ordered.tryTake()).isFalse();
      ordered.release();
      assertThat(woken).containsExactly("ordered");
      assertThat(ordered.tryTake()).isTrue();
    }
  }

  @Test
  void theBoundIsNoMoreThanThoseThatStayCanHold() {
    try (var stays = Permits.join("job", 4, 1, () -> {})) {
      var leaves = Permits.join("job", 4, 1, () -> {});
      assertThat(stays.bound()).isEqualTo(2);
      leaves.close();
      assertThat(stays.bound()).isEqualTo(1);
    }
  }

  /** Tasks of an attempt that failed may take long to end. */
  @Test
  void aNewAttemptDoesNotWaitForOneThatHasFailedAndNotEnded() {
    var failed = join("failed", 2);
    failed.tryTake();
    failed.stopAll();
    assertThat(failed.tryTake()).isFalse();
    try (var again = join("again", 2);
        var beside = join("beside", 2)) {
      assertThat(again.tryTake()).isTrue();
      assertThat(beside.bound()).as("of this attempt").isEqualTo(4);
      failed.close();
      try (var third = join("third", 1)) {
        assertThat(third.bound()).as("it joins those that are there").isEqualTo(5);
      }
    }
  }

  private Permits.Member join(String name, int share) {
    return Permits.join("job", share, MANY, () -> woken.add(name));
  }
}
