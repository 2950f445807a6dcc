package io.tidemark.sink.rrdcached;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoredValuesTest {
  private static final StoredValues VALUES =
      new StoredValues(1000, 10, new double[] {1, Double.NaN, 3});

  /** The first is of a step after the start. */
  @Test
  void findsTheValueOfATime() {
    assertThat(VALUES.at(1010)).isEqualTo(1);
    assertThat(VALUES.at(1020)).isNaN();
    assertThat(VALUES.at(1030)).isEqualTo(3);
  }

  @Test
  void knowsNothingOfOtherTimes() {
    assertThat(VALUES.at(1000)).isNaN();
    assertThat(VALUES.at(1040)).isNaN();
    assertThat(VALUES.at(1015)).isNaN();
    assertThat(VALUES.at(900)).isNaN();
  }

  @Test
  void allowsForRoundingAndForNothingElse() {
    assertThat(StoredValues.isSame(0.1, Math.nextUp(0.1))).isTrue();
    assertThat(StoredValues.isSame(0.1, 0.1000001)).isFalse();
    assertThat(StoredValues.isSame(0, 1e-300)).isFalse();
    assertThat(StoredValues.isSame(1, Double.NaN)).isFalse();
    assertThat(StoredValues.isSame(Double.NaN, 1)).isFalse();
    assertThat(StoredValues.isSame(Double.NaN, Double.NaN)).isTrue();
    assertThat(StoredValues.isSame(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)).isTrue();
    assertThat(StoredValues.isSame(1, Double.POSITIVE_INFINITY)).isFalse();
    assertThat(StoredValues.isSame(Double.POSITIVE_INFINITY, 1)).isFalse();
  }
}
