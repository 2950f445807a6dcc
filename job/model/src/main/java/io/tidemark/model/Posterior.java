package io.tidemark.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What is known of a system after the sightings: weighted samples of networks, and what each {@link
 * Doubling} gains in them. How they are found is in docs/contributing/model.md, "How the posterior
 * is found".
 */
public final class Posterior {
  /** A structure whose evidence is so many log units below the best one, or more, is left out. */
  private static final double BEHIND = 12;

  /** These parameters belong to no mechanism. */
  private static final List<Parameter> EVERYWHERE =
      Arrays.stream(Parameter.values()).filter(each -> each.mechanism().isEmpty()).toList();

  /** Samples in the result, some of which may be equal. */
  private static final int SAMPLES = 600;

  /**
   * A signal misfits by more standard errors than these, which chance exceeds once in 370 times.
   */
  private static final double MISFIT = 3;

  /** The evidence of a structure is known once it has so many independent samples. */
  private static final int SETTLED = 100;

  /** The most rounds of {@link #settle}. */
  private static final int SETTLED_ROUNDS = 25;

  /**
   * In the first round of {@link #settle}, structures may matter whose evidence seems to be less
   * than so many log units below the best one.
   */
  private static final double UNSETTLED = 7;

  /** The same for the last round of {@link #settle}, when evidence is better known. */
  private static final double SETTLED_BEHIND = 2;

  /** With so many independent samples, a share of one half has a standard error of 0.025. */
  private static final int ENOUGH = 400;

  /** The most rounds of {@link #sharpen}, for which a core needs about two seconds. */
  private static final int MOST_ROUNDS = 80;

  /** A resource is no limit if doubling it gives less than so many times the throughput. */
  public static final double WORTH_IT = 1.2;

  /** Gains that differ by less than this factor are alike. */
  public static final double ALIKE = 1.1;

  /**
   * A network drawn from the posterior.
   *
   * @param weight its weight; the weights of all samples sum to 1
   * @param gains the factor of throughput that each change gives, at least 1
   */
  public record Sample(
      double weight, Set<Mechanism> mechanisms, Network network, Map<Doubling, Double> gains) {
    /**
     * Returns the changes that are the right remedy in this network: each gains enough, and nearly
     * as much as the best one. {@link Doubling#HELD} does not count as the best.
     */
    Set<Doubling> right() {
      double best = 1;
      for (Doubling each : gains.keySet()) {
        best = each == Doubling.HELD ? best : Math.max(best, gains.get(each));
      }
      var right = EnumSet.noneOf(Doubling.class);
      for (var each : gains.entrySet()) {
        if (each.getValue() >= WORTH_IT && each.getValue() * ALIKE >= best) {
          right.add(each.getKey());
        }
      }
      return right;
    }
  }

  private final List<Sample> samples;
  private final double effective;
  private final Fit best;

  private Posterior(List<Sample> samples, double effective, Fit best) {
    this.samples = samples;
    this.effective = effective;
    this.best = best;
  }

  /**
   * @param base the settings whose throughput is to be explained
   * @param seed seed of the random samples
   * @throws Effort.Spent if it takes more than {@code effort}
   */
  static Posterior of(
      World world, List<Sighting> sightings, Settings base, long seed, Effort effort) {
    return of(world, sightings, base, seed, Scales.of(world, sightings), counts(sightings), effort);
  }

  /**
   * Returns the power of the likelihood. Windows of one search share their errors, and the network
   * is not the world, so the likelihood counts less than for independent readings of a true model
   * (a coarsened posterior, Miller and Dunson 2019). All sightings together count as one.
   */
  private static double counts(List<Sighting> sightings) {
    return 1.0 / sightings.size();
  }

  /**
   * @param counts the power of the likelihood: 1 for independent readings of a true model
   */
  static Posterior of(
      World world,
      List<Sighting> sightings,
      Settings base,
      long seed,
      Scales scales,
      double counts,
      Effort effort) {
    List<List<Fit>> fits = fits(world, sightings, scales, counts, effort);
    double most = fits.stream().mapToDouble(each -> each.get(0).logEvidence()).max().orElseThrow();
    var random = new SplittableRandom(seed);
    var drawn = new ArrayList<Draws>();
    for (List<Fit> optima : fits) {
      if (optima.get(0).logEvidence() > most - BEHIND) {
        drawn.add(Draws.of(optima, random));
      }
    }
    settle(drawn, random);
    sharpen(drawn, random);
    return of(drawn, base, random);
  }

  /**
   * Draws from each structure that may matter until its evidence is known. The draws around its
   * optima alone find a small part of that, often a hundredth.
   */
  private static void settle(List<Draws> drawn, SplittableRandom random) {
    for (int round = 0; round < SETTLED_ROUNDS; round++) {
      double most = drawn.stream().mapToDouble(Draws::logEvidence).max().orElseThrow();
      double behind = UNSETTLED + (SETTLED_BEHIND - UNSETTLED) * round / SETTLED_ROUNDS;
      for (Draws each : drawn) {
        if (each.effective() < SETTLED && each.logEvidence() > most - behind) {
          each.more(random);
        }
      }
    }
  }

  /**
   * Draws more from the structure with the heaviest points, until all samples together are worth
   * enough independent ones.
   */
  private static void sharpen(List<Draws> drawn, SplittableRandom random) {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double[] all =
          drawn.stream().flatMapToDouble(each -> Arrays.stream(each.logWeights())).toArray();
      double largest = Arrays.stream(all).max().orElseThrow();
      if (Draws.effective(relative(all, largest)) >= ENOUGH) {
        return;
      }
      Draws worst =
          drawn.stream()
              .max(Comparator.comparingDouble(each -> squares(each.logWeights(), largest)))
              .orElseThrow();
      worst.more(random);
    }
  }

  private static double[] relative(double[] logWeights, double largest) {
    return Arrays.stream(logWeights).map(log -> Math.exp(log - largest)).toArray();
  }

  private static double squares(double[] logWeights, double largest) {
    return Arrays.stream(relative(logWeights, largest)).map(weight -> weight * weight).sum();
  }

  /** Returns points of all structures, each as often as it weighs (systematic resampling). */
  private static Posterior of(List<Draws> drawn, Settings base, SplittableRandom random) {
    double largest =
        drawn.stream()
            .flatMapToDouble(each -> Arrays.stream(each.logWeights()))
            .max()
            .orElseThrow();
    var weights =
        drawn.stream()
            .flatMapToDouble(each -> Arrays.stream(each.logWeights()))
            .map(log -> Math.exp(log - largest))
            .toArray();
    double total = Arrays.stream(weights).sum();
    var samples = new ArrayList<Sample>();
    Fit best = null;
    double mostLikely = Double.NEGATIVE_INFINITY;
    double passed = 0;
    double next = random.nextDouble() * total / SAMPLES;
    int index = 0;
    for (Draws each : drawn) {
      double own = 0;
      for (double[] point : each.points()) {
        own += weights[index];
        passed += weights[index++];
        int times = 0;
        while (next < passed) {
          times++;
          next += total / SAMPLES;
        }
        if (times > 0) {
          samples.add(sample(each.fit(), point, (double) times / SAMPLES, base));
        }
      }
      if (own > mostLikely) {
        mostLikely = own;
        best = each.fit();
      }
    }
    return new Posterior(samples, Draws.effective(weights), best);
  }

  private static Sample sample(Fit fit, double[] point, double weight, Settings base) {
    Network network = fit.structure.network(point, fit.scales, fit.world, base);
    return sample(fit.structure.mechanisms(), network, weight, base);
  }

  /** Returns a sample with what doubling each thing gains in this network. */
  static Sample sample(Set<Mechanism> mechanisms, Network network, double weight, Settings base) {
    double now = network.solve(base.population()).rate();
    var gains = new EnumMap<Doubling, Double>(Doubling.class);
    for (Doubling doubling : Doubling.values()) {
      gains.put(doubling, doubling.gain(network, base.population(), now));
    }
    return new Sample(weight, mechanisms, network, gains);
  }

  private static List<List<Fit>> fits(
      World world, List<Sighting> sightings, Scales scales, double counts, Effort effort) {
    var fits = new ArrayList<List<Fit>>();
    for (Structure structure : Structure.all(world)) {
      fits.add(
          Fit.of(
              structure,
              scales,
              world,
              sightings,
              counts,
              effort,
              starts(structure, fits, scales, world)));
    }
    return backwards(fits);
  }

  /**
   * Fits simpler structures again from the optima of richer ones, without what these have in
   * addition, because a structure that was fitted badly would pass for one that does not fit.
   */
  private static List<List<Fit>> backwards(List<List<Fit>> fits) {
    var better = new ArrayList<>(fits);
    double most = fits.stream().mapToDouble(each -> each.get(0).logEvidence()).max().orElseThrow();
    for (int richer = fits.size() - 1; richer >= 0; richer--) {
      Fit from = better.get(richer).get(0);
      for (int simpler = 0; from.logEvidence() > most - BEHIND && simpler < richer; simpler++) {
        Structure structure = better.get(simpler).get(0).structure;
        if (structure.isOneLessThan(from.structure)) {
          better.set(simpler, Fit.also(better.get(simpler), from));
        }
      }
    }
    return better;
  }

  /**
   * Returns the points from which optima are searched for. Most are optima of structures with one
   * mechanism less, at which the new one is hardly noticed, or limits.
   */
  private static List<double[]> starts(
      Structure structure, List<List<Fit>> before, Scales scales, World world) {
    int size = structure.parameters().size();
    var starts = new ArrayList<double[]>();
    if (structure.mechanisms().isEmpty()) {
      starts.add(new double[size]);
      starts.addAll(waits(structure));
      // All cores are busy in these, mostly for requests in slots or mostly beside them.
      for (double beside : new double[] {-1, 1.5}) {
        double[] busy = new double[size];
        double cores = Double.isNaN(world.cores()) ? 1 : world.cores();
        busy[structure.parameters().indexOf(Parameter.DELAY)] = -1;
        busy[structure.parameters().indexOf(Parameter.HELD)] = -1;
        busy[structure.parameters().indexOf(Parameter.CPU)] =
            Parameter.CPU.normal(0.8 * cores / scales.peak(), scales);
        busy[structure.parameters().indexOf(Parameter.BESIDE)] = beside;
        starts.add(busy);
      }
      return starts;
    }
    for (List<Fit> optima : before) {
      Fit fit = optima.get(0);
      if (fit.structure.isOneLessThan(structure)) {
        double[] start = new double[size];
        for (int i = 0; i < size; i++) {
          Parameter parameter = structure.parameters().get(i);
          int index = fit.structure.parameters().indexOf(parameter);
          start[i] = index >= 0 ? fit.mode[index] : parameter.unnoticed();
        }
        starts.add(start);
        starts.add(limiting(structure, start, fit.structure.parameters(), scales));
      }
    }
    // A simpler network that takes a reading for garbage leads to others that do so, too. So at one
    // start everything is as measured, and what is new limits.
    starts.add(limiting(structure, new double[size], EVERYWHERE, scales));
    if (structure.mechanisms().size() == 1) {
      // What is new may limit while any of the delays takes most of the other time.
      waits(structure).forEach(wait -> starts.add(limiting(structure, wait, EVERYWHERE, scales)));
    }
    return starts;
  }

  /**
   * Returns points at which most of a request's time is a delay: on the way, inside, behind a
   * proxy.
   */
  private static List<double[]> waits(Structure structure) {
    Map<Parameter, Double> notable =
        Map.of(Parameter.DELAY, 1.0, Parameter.HELD, 1.2, Parameter.BEYOND, 2.5);
    return Stream.of(Parameter.DELAY, Parameter.HELD, Parameter.BEYOND)
        .map(
            wait ->
                structure.parameters().stream()
                    .mapToDouble(
                        each ->
                            each == wait
                                ? notable.get(each)
                                : each == Parameter.DELAY || each == Parameter.HELD ? -1 : 0)
                    .toArray())
        .toList();
  }

  /**
   * Returns the point at which parameters have values that limit the throughput.
   *
   * @param known parameters that keep their values
   */
  private static double[] limiting(
      Structure structure, double[] start, List<Parameter> known, Scales scales) {
    double[] limiting = start.clone();
    for (int i = 0; i < limiting.length; i++) {
      Parameter parameter = structure.parameters().get(i);
      if (!known.contains(parameter)) {
        limiting[i] =
            switch (parameter) {
              case LINE, LINE_IN_SLOT, STORAGE, LOCK ->
                  parameter.normal(0.95 / scales.peak(), scales);
              case ADMISSION -> -0.7;
              case GIVEN -> -0.7;
              default -> 0.7;
            };
      }
    }
    return limiting;
  }

  /**
   * Returns the share of the posterior, 0 to 1, in which one of these is the right remedy: it gains
   * enough, and nearly as much as the best.
   */
  public double probability(Set<Doubling> of) {
    return share(sample -> !Collections.disjoint(sample.right(), of));
  }

  private double share(Predicate<Sample> which) {
    return samples.stream().filter(which).mapToDouble(Sample::weight).sum();
  }

  /** Returns the share of the posterior in which nothing that can be doubled gains enough. */
  public double none() {
    return share(sample -> sample.right().isEmpty());
  }

  /** Returns the share of the posterior in which something else gains enough, or nothing does. */
  public double noneOf(Set<Doubling> some) {
    return share(sample -> Collections.disjoint(sample.right(), some));
  }

  /** A range of factors of throughput: 0.8 of the posterior lies in it, 0.1 below and 0.1 above. */
  public record Range(double low, double median, double high) {}

  /** Returns the factor of throughput that the best of these gives. */
  public Range gain(Set<Doubling> of) {
    ToDoubleFunction<Sample> gain =
        sample -> of.stream().mapToDouble(sample.gains()::get).max().orElse(1);
    List<Sample> sorted = samples.stream().sorted(Comparator.comparingDouble(gain)).toList();
    return new Range(
        quantile(sorted, gain, 0.1), quantile(sorted, gain, 0.5), quantile(sorted, gain, 0.9));
  }

  private static double quantile(List<Sample> sorted, ToDoubleFunction<Sample> of, double share) {
    double below = 0;
    for (Sample sample : sorted) {
      below += sample.weight();
      if (below >= share) {
        return of.applyAsDouble(sample);
      }
    }
    return of.applyAsDouble(sorted.get(sorted.size() - 1));
  }

  /**
   * Returns the signal that the most probable network explains least; empty if it explains each
   * within three standard errors, in the mean of all sightings.
   */
  public Optional<Signal> misfit() {
    return best.distances().entrySet().stream()
        .filter(each -> each.getValue() > MISFIT)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  /**
   * Returns the share of the posterior in which a quantity is less than this; tests of calibration
   * ask for it.
   *
   * @param part the share of equal values that counts as less: random, 0 to 1, so that the ranks of
   *     values which are often equal are uniform, too
   */
  double rank(ToDoubleFunction<Sample> of, double than, double part) {
    double below = 0;
    for (Sample sample : samples) {
      int order = Double.compare(of.applyAsDouble(sample), than);
      below += order < 0 ? sample.weight() : order == 0 ? part * sample.weight() : 0;
    }
    return below;
  }

  /** Returns the number of independent samples that all samples together are worth. */
  public double effectiveSamples() {
    return effective;
  }
}
