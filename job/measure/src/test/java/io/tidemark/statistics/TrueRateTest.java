package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TrueRateTest {
  /** 100 records in half a second of work, and 300 in a whole one: 200/s + 300/s. */
  @Test
  void sumsWhatEachInstanceCouldDo() {
    TrueRate rate = TrueRate.of(new double[] {100, 300}, new double[] {0.5, 1});
    assertThat(rate.perSecond()).isCloseTo(500, within(1e-9));
    assertThat(rate.parallelism()).isEqualTo(2);
  }

  @Test
  void asksForWholeInstances() {
    var rate = new TrueRate(500, 2);
    assertThat(rate.parallelismFor(750)).isEqualTo(3);
    assertThat(rate.parallelismFor(751)).isEqualTo(4);
    assertThat(rate.parallelismFor(1)).isEqualTo(1);
    assertThat(rate.parallelismFor(0)).isEqualTo(1);
  }

  @Test
  void roundingDoesNotAskForOneMore() {
    assertThat(new TrueRate(0.1 + 0.2, 3).parallelismFor(0.7)).isEqualTo(7);
    assertThat(new TrueRate(0.3 - 1e-16, 3).parallelismFor(0.3)).isEqualTo(3);
  }

  @Test
  void refusesAnInstanceThatDidNothing() {
    assertThatThrownBy(() -> TrueRate.of(new double[] {1}, new double[] {0}))
        .hasMessageContaining("usefulSeconds=0.0");
  }
}
