package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class UslTest {
  /** Data and fit of the R package usl: its README's session on SPEC SDM91. */
  private static final double[] SDM_LOAD = {1, 18, 36, 72, 108, 144, 216};

  private static final double[] SDM_THROUGHPUT = {
    64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2
  };

  @Test
  void fitsSdm91AsTheReferenceDoes() {
    Usl usl = Usl.of(SDM_LOAD, SDM_THROUGHPUT);
    assertThat(usl.lambda().value()).isCloseTo(89.9952330, within(1e-3));
    assertThat(usl.sigma().value()).isCloseTo(0.0277285, within(1e-6));
    assertThat(usl.kappa().value()).isCloseTo(1.04365e-4, within(1e-8));
    assertThat(usl.peakLoad()).hasValueCloseTo(96.52, within(0.01));
  }

  @Test
  void itsStandardErrorsAreThoseOfTheReference() {
    Usl usl = Usl.of(SDM_LOAD, SDM_THROUGHPUT);
    assertThat(usl.lambda().standardError()).isCloseTo(14.2134894, within(0.01));
    assertThat(usl.sigma().standardError()).isCloseTo(0.0091217, within(1e-5));
    assertThat(usl.kappa().standardError()).isCloseTo(0.0000199, within(1e-7));
    assertThat(usl.residualError()).isCloseTo(82.8, within(0.05));
    // Four degrees of freedom: t = 2.77645.
    assertThat(usl.sigma().low()).isCloseTo(0.0277285 - 2.77645 * 0.0091217, within(1e-5));
    assertThat(usl.sigma().high()).isCloseTo(0.0277285 + 2.77645 * 0.0091217, within(1e-5));
  }

  /** The package's own test data, rounded to four digits. */
  @Test
  void findsTheParametersTheDataWereMadeFrom() {
    Usl usl =
        Usl.of(
            new double[] {1, 2, 4, 6, 8, 10},
            new double[] {1, 1.8868, 3.0769, 3.5294, 3.5398, 3.3557});
    assertThat(usl.lambda().value()).isCloseTo(1, within(1e-3));
    assertThat(usl.sigma().value()).isCloseTo(0.02, within(1e-3));
    assertThat(usl.kappa().value()).isCloseTo(0.02, within(1e-4));
    assertThat(usl.peakLoad()).hasValueCloseTo(7.0, within(0.01));
  }

  /** σ = 0.02 and κ = 0.0005 put N* at √(0.98/0.0005) = 44.3. */
  @Test
  void noPeakIsReportedBeyondTheTestedRange() {
    double[] load = {1, 2, 4, 8, 16, 32};
    double[] law = Arrays.stream(load).map(n -> n / (1 + (n - 1) * (0.02 + 0.0005 * n))).toArray();
    assertThat(Usl.of(load, law).kappa().low()).isPositive();
    assertThat(Usl.of(load, law).peakLoad()).isEmpty();
    load[5] = 64;
    law[5] = 64 / (1 + 63 * (0.02 + 0.0005 * 64));
    assertThat(Usl.of(load, law).peakLoad()).hasValueCloseTo(44.27, within(0.01));
  }

  /** Five uneven points that bend down only at the last: a peak is likely, not shown. */
  @Test
  void noPeakIsReportedWhenCoherencyMayBeZero() {
    double[] load = {1, 2, 4, 8, 16};
    Usl usl = Usl.of(load, new double[] {12, 18, 40, 42, 38});
    assertThat(usl.kappa().value()).isPositive();
    assertThat(usl.kappa().low()).isZero();
    assertThat(Math.sqrt((1 - usl.sigma().value()) / usl.kappa().value())).isBetween(1.0, 16.0);
    assertThat(usl.peakLoad()).isEmpty();
  }

  @Test
  void noPeakIsReportedWithoutCoherency() {
    double[] load = {1, 2, 4, 8, 16};
    double[] amdahl = Arrays.stream(load).map(n -> n / (1 + 0.1 * (n - 1))).toArray();
    Usl usl = Usl.of(load, amdahl);
    assertThat(usl.sigma().value()).isCloseTo(0.1, within(1e-6));
    assertThat(usl.kappa().value()).isCloseTo(0, within(1e-8));
    assertThat(usl.peakLoad()).isEmpty();
  }

  /** More than proportional: without bounds, σ would be below 0. */
  @Test
  void contentionIsNeverNegative() {
    double[] load = {1, 2, 4, 8, 16};
    Usl usl = Usl.of(load, new double[] {1, 2.2, 4.6, 9.5, 19});
    assertThat(usl.sigma().value()).isZero();
    assertThat(usl.kappa().value()).isZero();
    // With both at 0, λ is ΣNX/ΣN².
    assertThat(usl.lambda().value()).isCloseTo((1 + 4.4 + 18.4 + 76 + 304) / 341, within(1e-9));
  }

  /** One slot: throughput is level from the first request on, σ = 1. */
  @Test
  void aLevelCurveIsContentionOnly() {
    Usl usl = Usl.of(new double[] {1, 2, 4, 8, 16}, new double[] {50, 50, 50, 50, 50});
    assertThat(usl.lambda().value()).isCloseTo(50, within(1e-6));
    assertThat(usl.sigma().value()).isCloseTo(1, within(1e-6));
    assertThat(usl.kappa().value()).isCloseTo(0, within(1e-6));
  }

  @Test
  void threePointsAreTooFew() {
    double[] three = {1, 2, 4};
    assertThatThrownBy(() -> Usl.of(three, three)).hasMessageContaining("loads=3");
    double[] same = {2, 2, 4, 4};
    assertThatThrownBy(() -> Usl.of(same, same)).hasMessageContaining("distinct=2, at least 3");
  }
}
