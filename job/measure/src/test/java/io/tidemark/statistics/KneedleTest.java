package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KneedleTest {
  /** Figure 2 of the paper, as the Python package kneed checks itself with it. */
  @Test
  void findsTheKneeOfThePaper() {
    double[] x = IntStream.range(0, 10).mapToDouble(i -> i / 9.0).toArray();
    double[] y = Arrays.stream(x).map(v -> -1 / (v + 0.1) + 5).toArray();
    assertThat(Kneedle.knee(x, y)).hasValueCloseTo(0.22, within(0.01));
  }

  @Test
  void findsTheKneeOfADiscreteCurve() {
    double[] x = IntStream.range(0, 10).asDoubleStream().toArray();
    assertThat(Kneedle.knee(x, new double[] {0, 60, 80, 85, 90, 95, 96, 97, 98, 99})).hasValue(2);
  }

  @Test
  void aStraightLineHasNone() {
    double[] x = IntStream.range(0, 10).asDoubleStream().toArray();
    assertThat(Kneedle.knee(x, x)).isEmpty();
  }

  @Test
  void twoPointsHaveNone() {
    double[] two = {1, 2};
    assertThatThrownBy(() -> Kneedle.knee(two, two)).hasMessageContaining("x=2");
  }
}
