package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What came too late is told by the type of its exception: docs/contributing/testing.md, "Flakes".
 */
class PatienceTest {
  private static final Duration BRIEF = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void noHostIsWaitedForLessThanAUsualOneOrMoreThanFourTimesAsLong() {
    assertThat(Patience.of(LONG)).isBetween(LONG, LONG.multipliedBy(4));
  }

  @Test
  void whatDoesNotComeIsNotInTime() {
    assertThatThrownBy(() -> Patience.await("a ship", BRIEF, () -> false))
        .isInstanceOf(NotInTime.class)
        .hasMessageStartingWith("a ship did not come within ");
    assertThatThrownBy(() -> Patience.get(new CompletableFuture<>(), BRIEF))
        .isInstanceOf(NotInTime.class);
  }

  @Test
  void aPromiseThatIsNotKeptFailsAsItsAssertionDid() {
    var asked = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Patience.untilAsserted(
                    BRIEF, () -> assertThat(asked.incrementAndGet()).as("samples").isZero()))
        .isExactlyInstanceOf(org.opentest4j.AssertionFailedError.class)
        .hasMessageContaining("samples");
    assertThat(asked.get()).isPositive();
  }

  @Test
  void aPromiseMayBeKeptLater() {
    var asked = new AtomicInteger();
    Patience.untilAsserted(LONG, () -> assertThat(asked.incrementAndGet()).isGreaterThan(2));
    assertThat(asked.get()).isEqualTo(3);
  }

  @Test
  void aPartThatDoesNotStartIsNotInTimeWithItsReason() {
    assertThat(Patience.<String>started("a part", () -> "started")).isEqualTo("started");
    assertThatThrownBy(
            () ->
                Patience.startedAgain(
                    "a part",
                    () -> {
                      throw new RunException("it ended at its start");
                    }))
        .isInstanceOf(NotInTime.class)
        .hasMessage("a part did not start: it ended at its start");
    // What is no failure to start keeps its type.
    assertThatThrownBy(
            () ->
                Patience.startedAgain(
                    "a part",
                    () -> {
                      throw new IllegalArgumentException("there is no such binary");
                    }))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aMeasurementOutOfItsBoundsSaysSo() {
    MeasuredBound.check(() -> assertThat(1).isPositive());
    assertThatThrownBy(() -> MeasuredBound.check(() -> assertThat(0.5).isGreaterThan(0.9)))
        .isInstanceOf(MeasuredBound.class)
        .hasMessageContaining("0.5");
  }
}
