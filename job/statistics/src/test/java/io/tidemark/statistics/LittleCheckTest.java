package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LittleCheckTest {
  @Test
  void holdsWithinFivePercent() {
    assertThat(new LittleCheck(8, 100, 0.08, 10).deviation()).isCloseTo(0, within(1e-12));
    assertThat(new LittleCheck(8, 100, 0.0836, 10).holds()).isTrue();
    assertThat(new LittleCheck(8, 100, 0.0764, 10).holds()).isTrue();
  }

  @Test
  void failsBeyondFivePercentOnEitherSide() {
    assertThat(new LittleCheck(8, 100, 0.0844, 10).holds()).isFalse();
    assertThat(new LittleCheck(8, 100, 0.0756, 10).holds()).isFalse();
  }

  @Test
  void failsInAWindowShorterThanTwentyLatencies() {
    assertThat(new LittleCheck(8, 16, 0.5, 10).holds()).isTrue();
    assertThat(new LittleCheck(8, 16, 0.5, 9.9).holds()).isFalse();
  }

  /** 256 in flight at 25 a second take 10 s, whatever the few took that were answered by now. */
  @Test
  void whatIsInFlightSaysHowLongItWillTake() {
    assertThat(new LittleCheck(256, 25.6, 2.5, 4).leastLatencySeconds()).isEqualTo(10);
    assertThat(new LittleCheck(8, 100, 0.09, 4).leastLatencySeconds()).isEqualTo(0.09);
    assertThat(new LittleCheck(8, 0, 0.0, 4).leastLatencySeconds()).isZero();
  }

  @Test
  void failsWhenNothingWasInFlight() {
    assertThat(new LittleCheck(0, 0, 0, 10).holds()).isFalse();
    assertThat(new LittleCheck(8, 0, Double.NaN, 10).holds()).isFalse();
  }
}
