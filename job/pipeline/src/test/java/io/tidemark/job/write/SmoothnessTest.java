package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmoothnessTest {
  @Test
  void evenIsZero() {
    var smoothness = new Smoothness();
    for (int i = 0; i < 1000; i++) {
      smoothness.add(7, 1_750_000_000_000L + i * 50L);
    }
    assertThat(smoothness.coefficientOfVariation()).isEqualTo(0);
  }

  @Test
  void unknownBeforeTwoWholeBins() {
    var smoothness = new Smoothness();
    smoothness.add(7, 1000);
    smoothness.add(7, 1150);
    assertThat(smoothness.coefficientOfVariation()).isNaN();
  }

  /** 0, 10, 0, 10 …: mean 5, standard deviation 5. */
  @Test
  void countsEmptyBins() {
    var smoothness = new Smoothness();
    for (int i = 0; i <= 200; i++) {
      smoothness.add(10, 200L * i);
    }
    assertThat(smoothness.coefficientOfVariation()).isCloseTo(1.0, within(0.01));
  }

  @Test
  void ordersAnswersThatArriveOutOfOrder() {
    var inOrder = new Smoothness();
    var shuffled = new Smoothness();
    for (int i = 0; i < 1000; i++) {
      inOrder.add(i % 7, 100L * i);
      shuffled.add((i ^ 1) % 7, 100L * (i ^ 1));
    }
    // The order differs in the very first bin, which does not count.
    assertThat(shuffled.coefficientOfVariation())
        .isCloseTo(inOrder.coefficientOfVariation(), within(0.01));
  }

  @ParameterizedTest
  @ValueSource(longs = {-3_600_000, 3_600_000, -120_000})
  void aStepOfTheClockIsNoUnevenness(long stepMillis) {
    var smoothness = new Smoothness();
    for (int i = 0; i < 2000; i++) {
      long clock = 1_750_000_000_000L + (i < 1000 ? 0 : stepMillis);
      smoothness.add(7, clock + i * 50L);
    }
    assertThat(smoothness.coefficientOfVariation()).isEqualTo(0);
  }

  @Test
  void aStalledDatabaseIsUnevenness() {
    var smoothness = new Smoothness();
    for (int i = 0; i < 2000; i++) {
      smoothness.add(7, i * 50L + (i < 1000 ? 0 : 600_000));
    }
    assertThat(smoothness.coefficientOfVariation()).isGreaterThan(2);
  }

  @Test
  void goesOnFromItsState() throws Exception {
    var whole = new Smoothness();
    var before = new Smoothness();
    for (int i = 0; i < 5000; i++) {
      whole.add(i % 3, 100L * i);
      before.add(i % 3, 100L * i);
    }
    var after = new Smoothness();
    after.restore(before.state());
    for (int i = 5000; i < 9000; i++) {
      whole.add(i % 3, 100L * i);
      after.add(i % 3, 100L * i);
    }
    assertThat(after.coefficientOfVariation())
        .isCloseTo(whole.coefficientOfVariation(), within(0.01));
  }
}
