package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownTest {
  @Test
  void whatIsNoNumberIsNotKnown() {
    assertThat(Known.finite(3)).isEqualTo(3);
    assertThat(Known.finite(Double.NaN)).isNull();
    assertThat(Known.finite(Double.POSITIVE_INFINITY)).isNull();
  }

  @Test
  void aValueIsOnlyAskedForIfItsConditionHolds() {
    assertThat(Known.when(true, () -> 3)).isEqualTo(3);
    assertThat(Known.when(false, () -> Double.parseDouble("nothing"))).isNull();
  }

  @Test
  void whatIsMadeOfTheUnknownIsUnknown() {
    assertThat(Known.map(3.0, value -> 2 * value)).isEqualTo(6);
    assertThat(Known.map(null, value -> 2 * value)).isNull();
  }

  @Test
  void aShareNeedsBothAndAWhole() {
    assertThat(Known.share(1.0, 4.0)).isEqualTo(0.25);
    assertThat(Known.share(null, 4.0)).isNull();
    assertThat(Known.share(1.0, null)).isNull();
    assertThat(Known.share(1.0, 0.0)).isNull();
  }

  @Test
  void anUnknownBoundBoundsNothing() {
    assertThat(Known.bounded(5.0, 4.0)).isEqualTo(4);
    assertThat(Known.bounded(3.0, 4.0)).isEqualTo(3);
    assertThat(Known.bounded(5.0, null)).isEqualTo(5);
    assertThat(Known.bounded(null, 4.0)).isNull();
  }
}
