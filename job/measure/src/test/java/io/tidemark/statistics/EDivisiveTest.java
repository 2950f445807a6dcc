package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EDivisiveTest {
  /** The example of MongoDB's signal-processing-algorithms. */
  @Test
  void findsThePublishedChangePoints() {
    double[] history = {
      0.3, 2.4, 1.5, -0.9, -0.5, 99.7, 98.3, 99.1, 149.0, 149.7, 149.5, 149.1, 148.8, 150.0
    };
    for (int seed = 0; seed < 20; seed++) {
      assertThat(EDivisive.changePoints(history, new Random(seed))).containsExactly(5, 8);
    }
  }

  @Test
  void findsAFewPercentInALongHistory() {
    var random = new Random(1);
    double[] history = new double[60];
    Arrays.setAll(history, i -> (i < 37 ? 100 : 95) + random.nextGaussian());
    assertThat(EDivisive.changePoints(history, random)).containsExactly(37);
  }

  @Test
  void claimsAChangeInAboutOneOfTwentySteadyHistories() {
    var random = new Random(2);
    int claims = 0;
    for (int i = 0; i < 300; i++) {
      double[] history = random.doubles(20).toArray();
      claims += EDivisive.changePoints(history, random).isEmpty() ? 0 : 1;
    }
    // 15 expected; three standard deviations of √(300·0.05·0.95) are 11.
    assertThat(claims).isLessThanOrEqualTo(26);
  }

  @Test
  void aShortOrConstantHistoryHasNone() {
    assertThat(EDivisive.changePoints(new double[0], new Random(1))).isEmpty();
    assertThat(EDivisive.changePoints(new double[] {1, 2, 3}, new Random(1))).isEmpty();
    assertThat(EDivisive.changePoints(new double[30], new Random(1))).isEmpty();
  }
}
