package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Simulation-based calibration (Talts et al. 2018): where parameters are drawn from the priors and
 * readings from the network, the rank of the true value among samples of the posterior is uniform.
 * It is not if the code of the inference is wrong, whatever the world is like. The property {@code
 * tidemark.calibration.draws} asks for more draws than fit into a build; a failure prints the
 * counts by tenths.
 */
@Tag("seconds")
class CalibrationTest {
  private static final int DRAWS = Integer.getInteger("tidemark.calibration.draws", 40);
  private static final Scales SCALES =
      new Scales(0.02, 200, 16, 0.001, 0.003, 0.001, 0.008, 0.001, 0.002, 2);
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
          2,
          Double.NaN,
          0,
          Double.NaN,
          0,
          true);
  private static final Settings BASE = besideAQuery(16);

  /**
   * What chi-squared with nine degrees of freedom exceeds once in 30,000 times: once in a thousand
   * runs of some thirty of these.
   */
  private static final double CRITICAL = 36;

  private record Drawn(Structure structure, double[] normals, List<Sighting> sightings) {
    Posterior.Sample truth() {
      Network network = structure.network(normals, SCALES, WORLD, BASE);
      return Posterior.sample(structure.mechanisms(), network, 1, BASE);
    }
  }

  private static Settings besideAQuery(int population) {
    return new Settings(population, 1, 1, 1, 1, Double.POSITIVE_INFINITY, 0, 1);
  }

  private static Map<String, ToDoubleFunction<Posterior.Sample>> quantities() {
    var all = new LinkedHashMap<String, ToDoubleFunction<Posterior.Sample>>();
    all.put("thread", sample -> sample.network().job().threadSeconds());
    all.put("client", sample -> sample.network().job().client().seconds());
    all.put("job's CPU", sample -> sample.network().job().cpuSeconds());
    all.put("delay", sample -> sample.network().way().delay());
    all.put("line", sample -> sample.network().way().line());
    all.put("admission", sample -> sample.network().way().admission());
    all.put("variability", sample -> sample.network().way().variability());
    all.put("CPU in the slot", sample -> sample.network().database().cpu());
    all.put("CPU beside", sample -> sample.network().database().beside());
    all.put("held", sample -> sample.network().database().held());
    all.put("line in the slot", sample -> sample.network().database().line());
    all.put("storage", sample -> sample.network().database().storage().serial());
    all.put("wait for storage", sample -> sample.network().database().storage().parallel());
    all.put("lock", sample -> sample.network().database().lock());
    all.put("cores given", sample -> sample.network().database().cores());
    all.put("threads of queries", sample -> sample.network().database().queries());
    all.put("others' cores", sample -> sample.network().database().othersCores());
    for (Doubling each : Doubling.values()) {
      all.put("gain of " + each, sample -> sample.gains().get(each));
      all.put(
          each + " is worth it", sample -> sample.gains().get(each) >= Posterior.WORTH_IT ? 1 : 0);
    }
    return all;
  }

  private static Structure structure(SplittableRandom random) {
    List<Structure> structures = Structure.all(WORLD);
    double total = structures.stream().mapToDouble(each -> Math.exp(each.logPrior(WORLD))).sum();
    double at = random.nextDouble() * total;
    for (Structure each : structures) {
      at -= Math.exp(each.logPrior(WORLD));
      if (at <= 0) {
        return each;
      }
    }
    return structures.get(structures.size() - 1);
  }

  private static Drawn draw(SplittableRandom random) {
    Structure structure = structure(random);
    double[] normals =
        IntStream.range(0, structure.parameters().size())
            .mapToDouble(i -> random.nextGaussian())
            .toArray();
    var sightings = new ArrayList<Sighting>();
    for (int population = 1; population <= 16; population *= 2) {
      Settings settings = besideAQuery(population);
      Network network = structure.network(normals, SCALES, WORLD, settings);
      var predicted =
          new Signal.Predicted(network, network.solve(population), structure.mechanisms());
      Map<Signal, Double> seen = new EnumMap<>(Signal.class);
      for (Signal signal : Signal.values()) {
        if (signal != Signal.PAUSED) {
          seen.put(signal, reading(signal, predicted, random));
        }
      }
      sightings.add(new Sighting(settings, seen, Map.of()));
    }
    return new Drawn(structure, normals, sightings);
  }

  private static double reading(
      Signal signal, Signal.Predicted predicted, SplittableRandom random) {
    if (random.nextDouble() >= Fit.GARBAGE) {
      return signal.drawn(predicted, random);
    }
    double width = Math.sqrt(2 * Math.PI) * Fit.GARBAGE_WIDTH;
    double by = (random.nextDouble() - 0.5) * width * signal.error();
    return signal.moved(signal.expected(predicted), by);
  }

  private static double chiSquared(int[] counts) {
    double expected = Arrays.stream(counts).average().orElseThrow();
    return Arrays.stream(counts)
        .mapToDouble(count -> (count - expected) * (count - expected) / expected)
        .sum();
  }

  @Test
  void ranksOfParametersAndGainsAreUniform() {
    var quantities = quantities();
    var ranks = new LinkedHashMap<String, int[]>();
    quantities.keySet().forEach(each -> ranks.put(each, new int[10]));
    var effective = new double[DRAWS];
    IntStream.range(0, DRAWS)
        .parallel()
        .forEach(
            i -> {
              var random = new SplittableRandom(1_000 + i);
              Drawn drawn = draw(random);
              Posterior posterior =
                  Posterior.of(WORLD, drawn.sightings(), BASE, i, SCALES, 1, Effort.unbounded());
              Posterior.Sample truth = drawn.truth();
              effective[i] = posterior.effectiveSamples();
              synchronized (ranks) {
                quantities.forEach(
                    (name, of) -> {
                      double rank =
                          posterior.rank(of, of.applyAsDouble(truth), random.nextDouble());
                      ranks.get(name)[(int) Math.min(9, 10 * rank)]++;
                    });
              }
            });
    double few = Arrays.stream(effective).filter(each -> each < 200).count() / (double) DRAWS;
    var softly = new SoftAssertions();
    ranks.forEach(
        (name, counts) ->
            softly
                .assertThat(chiSquared(counts))
                .as(
                    "%s by tenths %s, %.2f of the draws with fewer than 200 effective samples",
                    name, Arrays.toString(counts), few)
                .isLessThan(CRITICAL));
    softly.assertAll();
    assertThat(few).isLessThan(1);
  }
}
