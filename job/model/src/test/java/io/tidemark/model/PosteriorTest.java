package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What readings that leave no doubt make probable. */
@Tag("seconds")
class PosteriorTest {
  private static final World WORLD =
      new World(1, 8, 1, 2, 2, 0, false, 0, true, 1.06, 4, 0, 0.05e-3, 0, Double.NaN, 0);

  private static Sighting sighting(int population, double rate, double busy) {
    Map<Signal, Double> seen = new EnumMap<>(Signal.class);
    seen.put(Signal.RATE, rate);
    seen.put(Signal.IN_FLIGHT, (double) population);
    seen.put(Signal.PERMIT_WAIT, 0.999);
    seen.put(Signal.THREAD, 0.0025 * rate);
    seen.put(Signal.JOB_CPU, 0.018 * rate);
    seen.put(Signal.PAUSED, 0.38);
    seen.put(Signal.DATABASE_CPU, 0.0059 * rate);
    seen.put(Signal.INSIDE, Math.min(8.0, population));
    seen.put(Signal.SLOTS_TAKEN, population > 8 ? 1.0 : 0.0);
    seen.put(Signal.ON_THE_WAY, 0.0);
    seen.put(Signal.STORAGE_BUSY, busy);
    return new Sighting(Settings.of(population), seen, Map.of(Signal.ON_THE_WAY, 0.05));
  }

  /** A link that is busy all the time; 0.15 of a core, which no more in flight raise. */
  @Test
  void aLinkThatIsBusyAllTheTimeIsNotTakenForFewerCores() {
    var sightings = new ArrayList<Sighting>();
    sightings.add(sighting(1, 21.2, 0.84));
    for (int population = 2; population <= 16; population *= 2) {
      sightings.add(sighting(population, 25, 1));
    }

    Posterior posterior =
        Posterior.of(WORLD, List.copyOf(sightings), Settings.of(16), 1, Effort.unbounded());

    assertThat(posterior.probability(Set.of(Doubling.STORAGE))).isGreaterThan(0.7);
    assertThat(posterior.probability(Set.of(Doubling.DATABASE_CPU))).isLessThan(0.2);
  }

  /** 50 ms in one of four slots. */
  private static Sighting waiting(int population) {
    Map<Signal, Double> seen = new EnumMap<>(Signal.class);
    double inside = Math.min(4.0, population);
    double rate = inside / 0.05;
    seen.put(Signal.RATE, rate);
    seen.put(Signal.IN_FLIGHT, (double) population);
    seen.put(Signal.PERMIT_WAIT, 0.999);
    seen.put(Signal.THREAD, 0.001 * rate);
    seen.put(Signal.JOB_CPU, 0.002 * rate);
    seen.put(Signal.DATABASE_CPU, 0.0);
    seen.put(Signal.INSIDE, inside);
    seen.put(Signal.SLOTS_TAKEN, population > 4 ? 1.0 : 0.0);
    seen.put(Signal.ON_THE_WAY, 0.0);
    return new Sighting(Settings.of(population), seen, Map.of());
  }

  /** Its logarithm would be that of no other network. */
  @Test
  void noCpuAtAllIsAReadingLikeOthers() {
    var apart =
        new World(
            1,
            4,
            2,
            2,
            Double.POSITIVE_INFINITY,
            0,
            false,
            0,
            false,
            1,
            2,
            0,
            0.05e-3,
            0,
            Double.NaN,
            0);
    List<Sighting> sightings =
        IntStream.of(1, 2, 4, 8, 16).mapToObj(PosteriorTest::waiting).toList();

    Posterior posterior = Posterior.of(apart, sightings, Settings.of(16), 1, Effort.unbounded());

    assertThat(posterior.misfit()).isEmpty();
    assertThat(posterior.probability(Set.of(Doubling.SLOTS))).isGreaterThan(0.7);
  }
}
