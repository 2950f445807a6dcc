package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RelativeEffectTest {
  @Test
  void isRelativeToA() {
    double[] a = {100, 102, 98, 101, 99, 100};
    double[] b = {150, 153, 147, 151.5, 148.5, 165};
    RelativeEffect effect = RelativeEffect.of(a, b, 0.05);
    assertThat(effect.effect()).isCloseTo(0.5, within(1e-9));
    // Of six pairs the smallest and the largest ratio.
    assertThat(effect.low()).isCloseTo(0.5, within(1e-9));
    assertThat(effect.high()).isCloseTo(0.65, within(1e-9));
    assertThat(effect.showsDifference()).isTrue();
    assertThat(effect.isWithin(0.7)).isTrue();
    assertThat(effect.isWithin(0.6)).isFalse();
  }

  @Test
  void swappingTheSidesInvertsTheRatio() {
    double[] a = {100, 110, 105, 99, 104, 95, 107};
    double[] b = {103, 120, 90, 111, 103, 99, 108};
    RelativeEffect forth = RelativeEffect.of(a, b, 0.05);
    RelativeEffect back = RelativeEffect.of(b, a, 0.05);
    assertThat((1 + forth.effect()) * (1 + back.effect())).isCloseTo(1, within(1e-9));
    assertThat((1 + forth.low()) * (1 + back.high())).isCloseTo(1, within(1e-9));
    assertThat(forth.pValue()).isCloseTo(back.pValue(), within(1e-12));
  }

  @Test
  void fivePairsLeaveItOpen() {
    RelativeEffect effect =
        RelativeEffect.of(new double[] {1, 2, 3, 4, 5}, new double[] {2, 4, 6, 8, 10}, 0.05);
    assertThat(effect.low()).isEqualTo(-1);
    assertThat(effect.high()).isInfinite();
    assertThat(effect.showsDifference()).isFalse();
  }

  @Test
  void refusesWhatHasNoRatio() {
    double[] runs = {1, 2, 3, 4};
    assertThatThrownBy(() -> RelativeEffect.of(runs, new double[] {1, 2, 3, 0}, 0.05))
        .hasMessageContaining("value=0.0, must be positive");
    assertThatThrownBy(() -> RelativeEffect.of(runs, new double[] {1, 2, 3}, 0.05))
        .hasMessageContaining("a=4, b=3");
  }
}
