package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Simulation-based calibration (Talts et al. 2018): where parameters are drawn from the priors and
 * readings from the network, the rank of the true value among samples of the posterior is uniform.
 * It is not if the code of the inference is wrong, whatever the world is like.
 */
class CalibrationTest {
  private static final int DRAWS = Integer.getInteger("tidemark.calibration.draws", 60);
  private static final Scales SCALES = new Scales(0.02, 200, 16, 0.001, 0.003, 0.008, 0.001);
  private static final World WORLD =
      new World(1, 8, 4, 4, Double.POSITIVE_INFINITY, 0, false, false);

  /** Chi-squared with nine degrees of freedom exceeds it once in a thousand times. */
  private static final double ONCE_IN_A_THOUSAND = 27.9;

  private record Drawn(Structure structure, double[] normals, List<Sighting> sightings) {}

  private static Drawn draw(SplittableRandom random) {
    List<Structure> structures = Structure.all(WORLD);
    double total = structures.stream().mapToDouble(each -> Math.exp(each.logPrior())).sum();
    double at = random.nextDouble() * total;
    Structure structure = structures.get(0);
    for (Structure each : structures) {
      at -= Math.exp(each.logPrior());
      structure = each;
      if (at <= 0) {
        break;
      }
    }
    double[] normals =
        IntStream.range(0, structure.parameters().size())
            .mapToDouble(i -> random.nextGaussian())
            .toArray();
    var sightings = new ArrayList<Sighting>();
    for (int population = 1; population <= 16; population *= 2) {
      Settings settings = Settings.of(population);
      Network network = structure.network(normals, SCALES, WORLD, settings);
      var predicted =
          new Signal.Predicted(network, network.solve(population), structure.mechanisms());
      Map<Signal, Double> seen = new EnumMap<>(Signal.class);
      for (Signal signal : Signal.values()) {
        if (signal != Signal.PAUSED) {
          seen.put(signal, signal.drawn(predicted, random));
        }
      }
      sightings.add(new Sighting(settings, seen, Map.of()));
    }
    return new Drawn(structure, normals, sightings);
  }

  @Test
  void ranksOfWhatDoublingGivesAreUniform() {
    var ranks = new EnumMap<Doubling, int[]>(Doubling.class);
    List<Doubling> tested =
        List.of(Doubling.IN_FLIGHT, Doubling.DATABASE_CPU, Doubling.SLOTS, Doubling.DELAY, Doubling.SERIAL);
    tested.forEach(each -> ranks.put(each, new int[10]));
    IntStream.range(0, DRAWS)
        .parallel()
        .forEach(
            i -> {
              var random = new SplittableRandom(1_000 + i);
              Drawn drawn = draw(random);
              Settings base = Settings.of(16);
              Posterior posterior =
                  Posterior.of(WORLD, drawn.sightings(), base, i, SCALES, 1);
              Network truth = drawn.structure().network(drawn.normals(), SCALES, WORLD, base);
              for (Doubling each : tested) {
                double rank = posterior.rank(network -> each.rate(network, 16), each.rate(truth, 16));
                synchronized (ranks) {
                  ranks.get(each)[(int) Math.min(9, 10 * rank)]++;
                }
              }
            });
    ranks.forEach(
        (doubling, counts) -> {
          double expected = DRAWS / 10.0;
          double chi = 0;
          for (int count : counts) {
            chi += (count - expected) * (count - expected) / expected;
          }
          System.out.println(doubling + " " + java.util.Arrays.toString(counts) + " " + chi);
          assertThat(chi).as("%s", doubling).isLessThan(ONCE_IN_A_THOUSAND);
        });
  }
}
