package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProportionTest {
  /**
   * Those of R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics
   * in Medicine 17, 1998, table I, method 3.
   */
  @ParameterizedTest
  @CsvSource({
    "81, 263, 0.2553, 0.3662",
    "15, 148, 0.0624, 0.1605",
    "1, 29, 0.0061, 0.1718",
    "0, 20, 0, 0.1611"
  })
  void areThePublishedIntervals(int seen, int readings, double low, double high) {
    double share = (double) seen / readings;

    assertThat(Proportion.atLeast(share, readings)).isCloseTo(low, within(1e-4));
    assertThat(Proportion.atMost(share, readings)).isCloseTo(high, within(1e-4));
  }

  @ParameterizedTest
  @CsvSource({"1, 0.2065", "4, 0.5101", "16, 0.8064"})
  void whatIsAlwaysSeenIsSurerTheMoreOftenItIs(int readings, double low) {
    assertThat(Proportion.atLeast(1, readings)).isCloseTo(low, within(1e-4));
  }

  @ParameterizedTest
  @CsvSource({"0", "0.5", "1"})
  void nothingIsKnownOfWhatWasNotLookedAt(double share) {
    assertThat(Proportion.atLeast(share, 0)).isZero();
    assertThat(Proportion.atMost(share, 0)).isEqualTo(1);
  }
}
