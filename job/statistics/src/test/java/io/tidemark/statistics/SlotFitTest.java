package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.tidemark.statistics.SlotFit.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlotFitTest {
  private static final double SERVICE = 0.02;
  private static final double[] SWEEP = {1, 2, 4, 8, 16, 32, 64};

  private static LoadPoint point(double load, double slots) {
    return new LoadPoint(
        load, Math.min(load, slots) / SERVICE, Math.max(SERVICE, load * SERVICE / slots));
  }

  private static List<LoadPoint> points(double slots, double... loads) {
    var points = new ArrayList<LoadPoint>();
    for (double load : loads) {
      points.add(point(load, slots));
    }
    return points;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 3, 4, 5.5, 8, 16})
  void isExactWithoutNoise(double slots) {
    SlotFit fit = SlotFit.of(points(slots, SWEEP));
    assertThat(fit.known()).isEqualTo(Known.INTERVAL);
    assertThat(fit.slots().value()).isCloseTo(slots, within(1e-6));
    assertThat(fit.slots().low()).isCloseTo(slots, within(1e-6));
    assertThat(fit.slots().high()).isCloseTo(slots, within(1e-6));
    assertThat(fit.serviceSeconds().value()).isCloseTo(SERVICE, within(1e-9));
    assertThat(fit.misfit()).isLessThan(1e-9);
  }

  /** As for most searches: the sweep ends two doublings past the knee. */
  @Test
  void isExactOnAShortSweep() {
    SlotFit fit = SlotFit.of(points(1, 1, 2, 4));
    assertThat(fit.slots().value()).isCloseTo(1, within(1e-6));
    assertThat(fit.slots().high()).isLessThan(1.001);
  }

  @ParameterizedTest
  @CsvSource({
    "1, false", "2, false", "3, false", "4, false", "8, false", "11, false", "16, false",
    "1, true", "2, true", "3, true", "4, true", "8, true", "11, true", "16, true"
  })
  void intervalsCoverTheTruthUnderThreePercentNoise(double slots, boolean tiedByLittlesLaw) {
    var random = new Random(7);
    int slotsCovered = 0;
    int serviceCovered = 0;
    for (int set = 0; set < 1000; set++) {
      SlotFit fit = SlotFit.of(noisy(slots, 0.03, tiedByLittlesLaw, random));
      slotsCovered += fit.slots().contains(slots) ? 1 : 0;
      serviceCovered += fit.serviceSeconds().contains(SERVICE) ? 1 : 0;
    }
    assertThat(slotsCovered).isGreaterThanOrEqualTo(900);
    assertThat(serviceCovered).isGreaterThanOrEqualTo(900);
  }

  /** The mean of two independent errors of 3 % is one of 3 %/√2; tied ones have no mean to take. */
  @ParameterizedTest
  @CsvSource({"false, 0.0212", "true, 0.03"})
  void usesBothCurves(boolean tiedByLittlesLaw, double expected) {
    var random = new Random(9);
    double squares = 0;
    for (int set = 0; set < 1000; set++) {
      double misfit = SlotFit.of(noisy(6, 0.03, tiedByLittlesLaw, random)).misfit();
      squares += misfit * misfit;
    }
    assertThat(Math.sqrt(squares / 1000)).isCloseTo(expected, withPercentage(5));
  }

  private static List<LoadPoint> noisy(
      double slots, double noise, boolean tiedByLittlesLaw, Random random) {
    var points = new ArrayList<LoadPoint>();
    for (double load : SWEEP) {
      LoadPoint exact = point(load, slots);
      double rate = exact.requestsPerSecond() * Math.exp(noise * random.nextGaussian());
      double latency =
          tiedByLittlesLaw
              ? load / rate
              : exact.latencySeconds() * Math.exp(noise * random.nextGaussian());
      points.add(new LoadPoint(load, rate, latency));
    }
    return points;
  }

  @Test
  void tellsOneSlotFromTwoUnderNoise() {
    var random = new Random(8);
    for (int set = 0; set < 1000; set++) {
      Estimate slots = SlotFit.of(noisy(1, 0.03, true, random)).slots();
      assertThat(slots.contains(2)).isFalse();
    }
  }

  @Test
  void whileThroughputStillRisesOnlyALowerBoundIsKnown() {
    SlotFit fit = SlotFit.of(points(100, 1, 2, 4, 8));
    assertThat(fit.known()).isEqualTo(Known.AT_LEAST);
    assertThat(fit.slots().low()).isCloseTo(8, within(1e-6));
    assertThat(fit.slots().high()).isInfinite();
    assertThat(fit.serviceSeconds().value()).isCloseTo(SERVICE, within(1e-9));
  }

  @Test
  void withoutAPointBelowTheKneeOnlyAnUpperBoundIsKnown() {
    SlotFit fit = SlotFit.of(points(2, 4, 8, 16, 32));
    assertThat(fit.known()).isEqualTo(Known.AT_MOST);
    assertThat(fit.slots().low()).isEqualTo(1);
    assertThat(fit.slots().high()).isCloseTo(4, within(1e-6));
    assertThat(fit.serviceSeconds().contains(SERVICE)).isTrue();
  }

  @Test
  void withOnePlaceOnlyNothingIsKnown() {
    assertThat(SlotFit.of(points(8, 8, 8, 8)).known()).isEqualTo(Known.NOTHING);
  }

  @Test
  void aLevelCurveFromOneOnIsOneSlot() {
    SlotFit fit = SlotFit.of(points(1, 0.98, 1.99, 4, 8));
    assertThat(fit.known()).isEqualTo(Known.INTERVAL);
    assertThat(fit.slots().low()).isEqualTo(1);
  }

  /** Both bounds blended by an L2 norm: √½ of the sharp curve at the knee itself. */
  @Test
  void aGentleKneeShowsAsMisfit() {
    var gentle = new ArrayList<LoadPoint>();
    for (double load : SWEEP) {
      double rate = Math.pow(Math.pow(load, -2) + Math.pow(4, -2), -0.5) / SERVICE;
      gentle.add(new LoadPoint(load, rate, load / rate));
    }
    SlotFit fit = SlotFit.of(gentle);
    assertThat(fit.misfit()).isGreaterThan(0.1);
    assertThat(fit.slots().contains(4)).isTrue();
  }

  @Test
  void theOrderOfPointsIsOfNoMatter() {
    assertThat(SlotFit.of(points(4, 16, 1, 8, 2, 4)))
        .isEqualTo(SlotFit.of(points(4, 1, 2, 4, 8, 16)));
  }

  /** 20 ms in one of 4 slots and 5 ms on the way: 5 requests keep the server busy. */
  @Test
  void timeOutsideTheSlotsIsNotCountedWhenItIsGiven() {
    var points = new ArrayList<LoadPoint>();
    for (double load : SWEEP) {
      double rate = Math.min(load / (SERVICE + 0.005), 4 / SERVICE);
      points.add(new LoadPoint(load, rate, load / rate));
    }
    SlotFit fit = SlotFit.of(points);
    assertThat(fit.slots().value()).isCloseTo(5, within(1e-6));
    assertThat(fit.serviceSeconds().value()).isCloseTo(0.025, within(1e-9));
    assertThat(fit.slotsGiven(0.005).value()).isCloseTo(4, within(1e-6));
    assertThat(fit.slotsGiven(0)).isEqualTo(fit.slots());
    assertThatThrownBy(() -> fit.slotsGiven(0.025)).hasMessageContaining("outsideSeconds=0.025");
  }

  @Test
  void twoPointsAreTooFew() {
    assertThatThrownBy(() -> SlotFit.of(points(4, 1, 8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("points=2, at least 3");
  }
}
