package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EffortTest {
  private static final int POPULATION = 8;

  private static final World WORLD =
      new World(
          1,
          8,
          4,
          4,
          Double.POSITIVE_INFINITY,
          0,
          false,
          0,
          false,
          1,
          1,
          0,
          Double.NaN,
          0,
          Double.NaN,
          0,
          false);

  @Test
  void isSpentWhenSoMuchWasUsed() {
    var effort = Effort.ofStates(10);

    assertThatCode(() -> effort.use(10)).doesNotThrowAnyException();
    assertThatThrownBy(() -> effort.use(1)).isInstanceOf(Effort.Spent.class);
  }

  /** As soon as it is spent, not when all structures are done. */
  @Test
  void aPosteriorStopsInTheMiddle() {
    assertThatThrownBy(() -> posterior(Effort.ofStates(50 * POPULATION)))
        .isInstanceOf(Effort.Spent.class);
  }

  @Test
  void anEndWithinItChangesNothing() {
    assertThat(posterior(Effort.ofStates(1_000_000_000)).none())
        .isEqualTo(posterior(Effort.unbounded()).none());
  }

  private static Posterior posterior(Effort effort) {
    Map<Signal, Double> seen = new EnumMap<>(Signal.class);
    seen.put(Signal.RATE, 100.0);
    seen.put(Signal.IN_FLIGHT, (double) POPULATION);
    var settings = Settings.of(POPULATION);
    return Posterior.of(
        WORLD, List.of(new Sighting(settings, seen, Map.of())), settings, 1, effort);
  }
}
