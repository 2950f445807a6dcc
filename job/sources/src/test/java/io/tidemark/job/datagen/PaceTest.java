package io.tidemark.job.datagen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 7, 1000, 123_456.7, 5e6})
  void givesTheRateOverAMinuteHoweverOftenItIsAsked(double perSecond) {
    var pace = new Pace(perSecond, 0);
    long now = 0;
    long taken = 0;
    while (now < 60 * SECOND) {
      int took = pace.take(256, now);
      taken += took;
      now += took == 0 ? pace.nanosToNextStep() : 1000;
    }
    double expected = 60 * perSecond;
    assertThat((double) taken).isBetween(expected * 0.999 - 1, expected * 1.001 + 1);
  }

  @Test
  void makesUpForAtMostASecond() {
    var pace = new Pace(1000, 0);
    assertThat(pace.take(100_000, 60 * SECOND)).isEqualTo(1000);
  }

  @Test
  void saysHowLateItsFirstSampleIs() {
    var pace = new Pace(1000, 0);
    pace.take(100, SECOND / 2);
    assertThat(pace.lateNanos()).isEqualTo(SECOND / 2);
    pace.take(100, SECOND / 2);
    assertThat(pace.lateNanos()).as("a hundred less").isEqualTo(4 * SECOND / 10);
  }

  @Test
  void isNoBoundAtRateZero() {
    assertThat(new Pace(0, 0).take(256, 0)).isEqualTo(256);
  }

  @Test
  void isWorthWaitingForAtHighRates() {
    var pace = new Pace(100_000, 0);
    assertThat(pace.take(256, 1000)).isZero();
    assertThat(pace.nanosToNextStep()).isBetween(4_900_000L, 5_000_000L);
  }
}
