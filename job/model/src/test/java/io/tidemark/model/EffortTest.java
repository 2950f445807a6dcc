package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EffortTest {
  private static final World WORLD =
      new World(
          1, 8, 4, 4, Double.POSITIVE_INFINITY, 0, false, 0, false, 1, 1, 0, Double.NaN, 0, 0);

  @Test
  void isSpentWhenSoMuchWasUsed() {
    var used = new AtomicLong(7_000_000_000L);
    var effort = new Effort(used::get, 2);

    used.addAndGet(1_999_999_999);
    assertThatCode(effort::check).doesNotThrowAnyException();
    used.incrementAndGet();
    assertThatThrownBy(effort::check).isInstanceOf(Effort.Spent.class);
  }

  /** Whoever asks is told within one look at the data, not when all structures are done. */
  @Test
  void aPosteriorStopsInTheMiddle() {
    var looks = new AtomicLong();
    var effort = new Effort(looks::incrementAndGet, 1e-9 * 50);
    Map<Signal, Double> seen = new EnumMap<>(Signal.class);
    seen.put(Signal.RATE, 100.0);
    seen.put(Signal.IN_FLIGHT, 8.0);
    var sighting = new Sighting(Settings.of(8), seen, Map.of());

    assertThatThrownBy(() -> Posterior.of(WORLD, List.of(sighting), Settings.of(8), 1, effort))
        .isInstanceOf(Effort.Spent.class);
    assertThat(looks.get()).isLessThan(60);
  }
}
