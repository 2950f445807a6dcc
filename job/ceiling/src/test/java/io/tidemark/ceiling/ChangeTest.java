package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.measure.Window;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What a change is predicted to do is what the advice of its cause promises. */
class ChangeTest {
  private final Scene scene = new Scene().saturated();

  @Test
  void twiceTheSlotsGainUntilTheCpuIsFull() {
    scene.slotsInUse = 8;
    scene.databaseCores = 2.4;
    double full = 1 / 0.6;
    assertThat(Change.MORE_INSERT_SLOTS.predicted(scene.facts())).isCloseTo(log2(full), near());
  }

  @Test
  void moreInFlightGainsUntilTheSlotsAreTaken() {
    scene.slotsInUse = 5;
    assertThat(Change.MORE_IN_FLIGHT.predicted(scene.facts())).isCloseTo(log2(8 / 5.0), near());
  }

  /** Where the job takes 1.2 of the 4 cores, half of them are missed less. */
  @Test
  void halfTheCoresTakeAwayWhatWasUsedOfThem() {
    scene.databaseCores = 4.0;
    assertThat(Change.FEWER_CORES.predicted(scene.facts())).isCloseTo(1, near());
    scene.databaseCores = 2.8;
    scene.host = new Window.Host(4, 4, true);
    assertThat(Change.FEWER_CORES.predicted(scene.facts())).isCloseTo(log2(1.4), near());
  }

  @Test
  void halfTheCoresWouldNotShowWhereTheOthersAreNotUsed() {
    scene.databaseCores = 2.2;
    assertThat(Change.FEWER_CORES.wouldShow(scene.facts())).isFalse();
    scene.databaseCores = 2.8;
    assertThat(Change.FEWER_CORES.wouldShow(scene.facts())).isTrue();
  }

  @Test
  void nothingIsPredictedToGainLessThanACause() {
    scene.slotsInUse = 8;
    assertThat(Change.MORE_IN_FLIGHT.predicted(scene.facts())).isCloseTo(log2(1.2), near());
  }

  private static double log2(double factor) {
    return Math.log(factor) / Math.log(2);
  }

  private static Offset<Double> near() {
    return within(0.06);
  }
}
