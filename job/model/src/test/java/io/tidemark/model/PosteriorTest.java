package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What readings that leave no doubt make probable. */
@Tag("seconds")
class PosteriorTest {
  private static final World WORLD =
      new World(1, 8, 1, 2, 2, 0, false, 0, true, 1.06, 4, 0, 0.05e-3, 0, Double.NaN, 0, false);

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
            0,
            false);
    List<Sighting> sightings =
        IntStream.of(1, 2, 4, 8, 16).mapToObj(PosteriorTest::waiting).toList();

    Posterior posterior = Posterior.of(apart, sightings, Settings.of(16), 1, Effort.unbounded());

    assertThat(posterior.misfit()).isEmpty();
    assertThat(posterior.probability(Set.of(Doubling.SLOTS))).isGreaterThan(0.7);
  }

  private static final World SLOTS =
      new World(
          1,
          16,
          8,
          2,
          Double.POSITIVE_INFINITY,
          0,
          false,
          0,
          false,
          1,
          2,
          0,
          0.1e-3,
          0,
          Double.NaN,
          0,
          false);

  /** All slots are taken for 0.6 s, of which 0.01 s are CPU and the rest is whatever it may be. */
  private static Sighting held() {
    Map<Signal, Double> seen = new EnumMap<>(Signal.class);
    double rate = 27.7;
    seen.put(Signal.RATE, rate);
    seen.put(Signal.IN_FLIGHT, 32.0);
    seen.put(Signal.PERMIT_WAIT, 0.999);
    seen.put(Signal.THREAD, 0.001 * rate);
    seen.put(Signal.JOB_CPU, 0.003 * rate);
    seen.put(Signal.DATABASE_CPU, 0.01 * rate);
    seen.put(Signal.INSIDE, 16.0);
    seen.put(Signal.SLOTS_TAKEN, 1.0);
    seen.put(Signal.ON_THE_WAY, 0.0);
    return new Sighting(Settings.of(32), seen, Map.of(Signal.ON_THE_WAY, 0.1));
  }

  /**
   * A delay, a queue and a lock explain it alike; each leaves what the others do free. Where the
   * draws cover only the surroundings of the optima, the delay alone remains.
   */
  @Test
  void whatExplainsAsMuchIsAsProbableAsTheDrawsFromThePriorMakeIt() {
    Posterior posterior =
        Posterior.of(SLOTS, List.of(held()), Settings.of(32), 1, Effort.unbounded());

    Map<Doubling, Double> expected = weighedPrior(10_000);
    expected.forEach(
        (doubling, probability) ->
            assertThat(posterior.probability(Set.of(doubling)))
                .as(doubling.name())
                .isCloseTo(probability, within(0.1)));
    assertThat(expected.get(Doubling.STORAGE)).isGreaterThan(0.15);
    assertThat(expected.get(Doubling.LOCK)).isGreaterThan(0.1);
  }

  /** By draws from the prior of what no reading shows, weighted by their likelihood. */
  private static Map<Doubling, Double> weighedPrior(int drawsOfEach) {
    Set<Parameter> shown = Set.of(Parameter.THREAD, Parameter.JOB_CPU, Parameter.CPU);
    List<Sighting> sightings = List.of(held());
    Scales scales = Scales.of(SLOTS, sightings);
    var random = new Random(1);
    var right = new EnumMap<Doubling, Double>(Doubling.class);
    double all = 0;
    for (Structure structure : Structure.all(SLOTS)) {
      double[] point = new double[structure.parameters().size()];
      Fit fit =
          Fit.of(structure, scales, SLOTS, sightings, 1, Effort.unbounded(), List.of(point.clone()))
              .get(0);
      for (int draw = 0; draw < drawsOfEach; draw++) {
        double logPrior = 0;
        for (int i = 0; i < point.length; i++) {
          point[i] = shown.contains(structure.parameters().get(i)) ? 0 : random.nextGaussian();
          logPrior -= point[i] * point[i] / 2;
        }
        double weight = Math.exp(fit.log(point) - logPrior + structure.logPrior(SLOTS));
        all += weight;
        if (weight > 1e-6) {
          Network network = structure.network(point, scales, SLOTS, Settings.of(32));
          Posterior.sample(structure.mechanisms(), network, weight, Settings.of(32))
              .right()
              .forEach(doubling -> right.merge(doubling, weight, Double::sum));
        }
      }
    }
    var probabilities = new EnumMap<Doubling, Double>(Doubling.class);
    for (Doubling each : List.of(Doubling.SLOTS, Doubling.STORAGE, Doubling.LOCK)) {
      probabilities.put(each, right.getOrDefault(each, 0.0) / all);
    }
    return probabilities;
  }

  private static World ofTwoCores(double roundTrip) {
    return new World(
        1, 8, 2, 2, 2, 0.06, false, 0, false, 1, 1, 1, roundTrip, 0, Double.NaN, 0, false);
  }

  /** Readings of a real search: eight slots that hold each request for 40 ms. */
  private static Sighting eightSlots(int population, double rate, double jobCpu) {
    Map<Signal, Double> seen = new EnumMap<>(Signal.class);
    seen.put(Signal.RATE, rate);
    seen.put(Signal.IN_FLIGHT, (double) population);
    seen.put(Signal.PERMIT_WAIT, 0.99);
    seen.put(Signal.THREAD, 0.000145 * rate);
    seen.put(Signal.CLIENT, 0.000085 * rate);
    seen.put(Signal.JOB_CPU, jobCpu);
    seen.put(Signal.PAUSED, 0.007);
    seen.put(Signal.DATABASE_CPU, 0.0);
    seen.put(Signal.INSIDE, Math.min(8.0, population));
    seen.put(Signal.SLOTS_TAKEN, population > 8 ? 0.99 : 0.0);
    seen.put(Signal.ON_THE_WAY, 0.0);
    seen.put(Signal.WAITS_FOR_CPU, 0.0);
    return new Sighting(Settings.of(population), seen, Map.of(Signal.ON_THE_WAY, 0.1));
  }

  /** If all of it were for requests, two cores would be full at twice the rate. */
  @Test
  void whatAJobComputesForNoRequestLimitsNothing() {
    List<Sighting> sightings =
        List.of(
            eightSlots(1, 24.3, 0.60),
            eightSlots(2, 48.6, 0.58),
            eightSlots(4, 94.3, 0.81),
            eightSlots(8, 195.6, 0.73),
            eightSlots(16, 200.1, 0.52));

    Posterior posterior =
        Posterior.of(ofTwoCores(0.15e-3), sightings, Settings.of(16), 1, Effort.unbounded());

    assertThat(posterior.probability(Set.of(Doubling.SLOTS))).isGreaterThan(0.8);
    assertThat(posterior.probability(Set.of(Doubling.JOB))).isLessThan(0.05);
  }

  /** Readings of a real search beside readers, at whose queries half a core worked all the time. */
  private static Sighting besideQueries(int population, double rate, double inside) {
    Map<Signal, Double> seen = new EnumMap<>(Signal.class);
    seen.put(Signal.RATE, rate);
    seen.put(Signal.IN_FLIGHT, (double) population);
    seen.put(Signal.PERMIT_WAIT, 0.998);
    seen.put(Signal.THREAD, 0.00025 * rate);
    seen.put(Signal.CLIENT, 0.00017 * rate);
    seen.put(Signal.JOB_CPU, 0.4);
    seen.put(Signal.PAUSED, 0.006);
    seen.put(Signal.DATABASE_CPU, 0.5);
    seen.put(Signal.INSIDE, inside);
    seen.put(Signal.SLOTS_TAKEN, 0.0);
    seen.put(Signal.ON_THE_WAY, 0.07);
    seen.put(Signal.STORAGE_BUSY, 0.001);
    seen.put(Signal.IO_STALLED, 0.0004);
    var settings = new Settings(population, 1, 1, 1, 1, Double.POSITIVE_INFINITY, 0, 2);
    return new Sighting(settings, seen, Map.of(Signal.ON_THE_WAY, 0.05));
  }

  /** Without the readers 2.21 times as much was written, with twice the cores 1.92 times. */
  @Test
  void queriesThatTakeMostOfTheCpuAreWhatLimits() {
    var world =
        new World(
            1, 8, 0.5, 2, 2, 0.05, false, 0, false, 1.1, 2, 2, 0.145e-3, 0, Double.NaN, 0, true);
    List<Sighting> sightings = List.of(besideQueries(1, 9, 0.12), besideQueries(2, 17.5, 0.3));

    Posterior posterior =
        Posterior.of(world, sightings, sightings.get(1).settings(), 1, Effort.unbounded());

    assertThat(posterior.probability(Set.of(Doubling.READERS)))
        .isGreaterThan(0.5)
        .isGreaterThan(0.1 + posterior.probability(Set.of(Doubling.DATABASE_CPU)));
    assertThat(posterior.gain(Set.of(Doubling.READERS)).median()).isBetween(1.7, 3.0);
    assertThat(posterior.gain(Set.of(Doubling.DATABASE_CPU)).median()).isGreaterThan(1.7);
  }

  /** Readings of a real job behind a proxy that lets one request through, which takes 20 ms. */
  private static Sighting behindAProxy() {
    Map<Signal, Double> seen = new EnumMap<>(Signal.class);
    seen.put(Signal.RATE, 24.28);
    seen.put(Signal.IN_FLIGHT, 15.99);
    seen.put(Signal.PERMIT_WAIT, 0.992);
    seen.put(Signal.THREAD, 0.0064);
    seen.put(Signal.CLIENT, 0.0072);
    seen.put(Signal.JOB_CPU, 0.527);
    seen.put(Signal.PAUSED, 0.0079);
    seen.put(Signal.DATABASE_CPU, 0.327);
    seen.put(Signal.INSIDE, 0.78);
    seen.put(Signal.SLOTS_TAKEN, 0.0);
    seen.put(Signal.ON_THE_WAY, 0.0);
    seen.put(Signal.STORAGE_BUSY, 0.0027);
    seen.put(Signal.IO_STALLED, 0.0002);
    return new Sighting(Settings.of(16), seen, Map.of(Signal.ON_THE_WAY, 0.04));
  }

  /** Many structures explain one window; which of them is found first must not decide. */
  @Test
  void whateverIsDrawnTheProbabilitiesAreTheSame() {
    var evidence = new Evidence(ofTwoCores(0.2e-3), List.of(behindAProxy()), Settings.of(16));
    List<Posterior> posteriors =
        IntStream.rangeClosed(1, 4)
            .mapToObj(seed -> evidence.posterior(seed, Effort.unbounded()))
            .toList();

    for (Doubling each : Doubling.values()) {
      var range =
          posteriors.stream()
              .mapToDouble(posterior -> posterior.probability(Set.of(each)))
              .summaryStatistics();
      assertThat(range.getMax() - range.getMin()).as("%s: %s", each, range).isLessThan(0.2);
    }
  }
}
