package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AbPageTest {
  @Test
  void anEffectOfNoSizeThatWouldShowIsSaidInWords() {
    assertThat(AbPage.size(Double.POSITIVE_INFINITY)).isEqualTo("none, however large");
    assertThat(AbPage.size(Double.MAX_VALUE)).isEqualTo("none, however large");
    assertThat(AbPage.size(0.034)).isEqualTo("3.4 %");
    assertThat(AbPage.size(null)).isEqualTo("–");
  }
}
