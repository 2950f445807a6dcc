package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BacklogSlopeTest {
  /** Means 2 and 5; products −2·−4 + 0·2 + 2·2 = 12 over squares 4 + 0 + 4 = 8. */
  @Test
  void isTheSlopeOfTheLeastSquaresLine() {
    assertThat(BacklogSlope.of(new double[] {0, 2, 4}, new double[] {1, 7, 7}))
        .isCloseTo(1.5, within(1e-12));
  }

  @Test
  void needsTwoTimes() {
    assertThatThrownBy(() -> BacklogSlope.of(new double[] {1, 1}, new double[] {1, 2}))
        .hasMessageContaining("at least 2 different");
  }
}
