package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QuantilesTest {
  /** numpy.percentile's documentation: the median of 10, 7, 4, 3, 2, 1 is 3.5. */
  @Test
  void interpolatesBetweenOrderStatistics() {
    double[] values = {10, 7, 4, 3, 2, 1};
    assertThat(Quantiles.median(values)).isEqualTo(3.5);
    assertThat(Quantiles.of(values, 0)).isEqualTo(1);
    assertThat(Quantiles.of(values, 1)).isEqualTo(10);
    assertThat(Quantiles.of(values, 0.25)).isCloseTo(2.25, within(1e-12));
  }

  @Test
  void refusesAQuantileOfNothing() {
    assertThatThrownBy(() -> Quantiles.median(new double[0])).hasMessageContaining("values=0");
    assertThatThrownBy(() -> Quantiles.of(new double[] {1}, 1.1))
        .hasMessageContaining("quantile=1.1");
  }
}
