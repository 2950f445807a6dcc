package io.tidemark.benchmarks.lab.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.benchmarks.lab.score.LogisticMap.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogisticMapTest {
  /** Whoever says 0.9 and is right in 0.7 of the cases, and the same of the contrary. */
  @Test
  void takesBackWhatWasTooSure() {
    var events = new ArrayList<Event>();
    for (int i = 0; i < 1_000; i++) {
      events.add(new Event(new double[] {0.9}, i < 700));
      events.add(new Event(new double[] {0.1}, i < 300));
    }
    LogisticMap map = LogisticMap.trained(events, 1);

    assertThat(map.probability(0.9)).isCloseTo(0.7, within(0.005));
    assertThat(map.probability(0.1)).isCloseTo(0.3, within(0.005));
    assertThat(map.probability(0.5)).isCloseTo(0.5, within(0.005));
  }

  /** Of two, one knows and one guesses. */
  @Test
  void listensToWhoKnows() {
    var random = new Random(1);
    var events = new ArrayList<Event>();
    for (int i = 0; i < 5_000; i++) {
      double chance = random.nextDouble();
      events.add(
          new Event(new double[] {chance, random.nextDouble()}, random.nextDouble() < chance));
    }
    double[] numbers = LogisticMap.trained(events, 2).numbers();

    assertThat(numbers[0]).isCloseTo(0, within(0.1));
    assertThat(numbers[1]).isCloseTo(1, within(0.1));
    assertThat(numbers[2]).isCloseTo(0, within(0.1));
  }

  @Test
  void whoIsAlwaysRightIsNotCalledSureBeyondAllCases() {
    LogisticMap map = LogisticMap.trained(List.of(new Event(new double[] {1}, true)), 1);
    assertThat(map.probability(1)).isBetween(0.9, 1 - 1e-6);
  }
}
