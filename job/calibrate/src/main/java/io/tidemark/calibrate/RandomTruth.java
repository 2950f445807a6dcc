package io.tidemark.calibrate;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Resource;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.proof.SecondOpinion;
import io.tidemark.search.Ceiling;
import io.tidemark.search.CeilingPlan;
import io.tidemark.search.SearchObserver;
import io.tidemark.simulated.RandomSetup;
import io.tidemark.simulated.SimulatedSystem;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Runs searches of random set-ups in virtual time, whose truth is computed: a resource is the right
 * answer if doubling it gains enough. Says of each whether the verdict was right.
 *
 * @param judged results in the order of their seeds
 */
public record RandomTruth(long seed, List<Judged> judged) {
  /** Time of a search, as by default. */
  private static final Duration BUDGET = Duration.ofMinutes(3);

  /** The least factor of throughput at which a resource counts as a limit. */
  private static final double GAINS = 1.2;

  /** Gains that differ by less than this factor are alike. */
  private static final double ALIKE = 1.1;

  private static final double MIN_RIGHT = 0.9;
  private static final double MIN_RIGHT_OF_GIVEN = 0.97;
  private static final double MAX_WRONG_OF_HIGH = 0.005;

  /** The result for one set-up. */
  public enum Outcome {
    RIGHT,
    WRONG,
    NO_VERDICT,
    /** No resource gains enough, or all gain about the same. */
    UNDECIDABLE
  }

  /**
   * @param gains factor of throughput if the resource is doubled, by resource
   * @param best resource that gains most
   */
  public record Judged(
      long seed,
      Cause cause,
      Confidence confidence,
      Map<Resource, Double> gains,
      Resource best,
      Outcome outcome,
      String sentence) {}

  /**
   * @param setups number of set-ups
   * @param seed seed of the random set-ups; the same seed gives the same result
   */
  public static RandomTruth of(int setups, long seed) {
    return new RandomTruth(
        seed, LongStream.range(0, setups).parallel().mapToObj(i -> judge(seed + i)).toList());
  }

  private static Judged judge(long seed) {
    RandomSetup of = RandomSetup.of(seed);
    ConfigLoader.Loaded loaded = ConfigLoader.load(Optional.empty(), of.settings());
    Map<Resource, Double> gains = Counterfactual.gains(of, loaded.config());
    CeilingResult found = search(of, loaded);
    Resource best =
        gains.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    return new Judged(
        seed,
        found.cause(),
        found.confidence(),
        gains,
        best,
        outcome(found.cause(), gains, gains.get(best)),
        found.sentence());
  }

  private static CeilingResult search(RandomSetup of, ConfigLoader.Loaded loaded) {
    var plan =
        new CeilingPlan(
            loaded,
            Optional.empty(),
            CeilingPlan.By.IN_FLIGHT,
            BUDGET,
            of.mostInFlight(),
            Optional.empty(),
            Instant.EPOCH,
            false);
    var system = new SimulatedSystem(of.setup(), of.seed());
    return Ceiling.find(plan, system, system.time(), SearchObserver.SILENT, SecondOpinion.NONE);
  }

  private static Outcome outcome(Cause cause, Map<Resource, Double> gains, double best) {
    boolean allAlike = gains.values().stream().allMatch(gain -> gain * ALIKE >= best);
    if (best < GAINS || allAlike) {
      return Outcome.UNDECIDABLE;
    }
    Optional<Resource> named = resource(cause);
    if (named.isEmpty()) {
      return Outcome.NO_VERDICT;
    }
    double gain = gains.getOrDefault(named.get(), 1.0);
    return gain >= GAINS && gain * ALIKE >= best ? Outcome.RIGHT : Outcome.WRONG;
  }

  /** Returns the resource that a cause names as the limit; empty if it names none. */
  static Optional<Resource> resource(Cause cause) {
    return Optional.ofNullable(cause.resource()).filter(Counterfactual::knows);
  }

  public long count(Outcome outcome) {
    return judged.stream().filter(each -> each.outcome == outcome).count();
  }

  /** Returns the share of decidable set-ups with the right verdict. */
  public double right() {
    return share(count(Outcome.RIGHT), judged.size() - count(Outcome.UNDECIDABLE));
  }

  /** Returns the share of right verdicts among those given for decidable set-ups. */
  public double rightOfGiven() {
    return share(count(Outcome.RIGHT), count(Outcome.RIGHT) + count(Outcome.WRONG));
  }

  /** Returns the share of wrong verdicts among those given at high confidence. */
  public double wrongOfHigh() {
    return share(high(Outcome.WRONG), high(Outcome.WRONG) + high(Outcome.RIGHT));
  }

  /** Tells whether the shares meet the requirements. */
  public boolean goodEnough() {
    return right() >= MIN_RIGHT
        && rightOfGiven() >= MIN_RIGHT_OF_GIVEN
        && wrongOfHigh() <= MAX_WRONG_OF_HIGH;
  }

  public long high(Outcome outcome) {
    return judged.stream()
        .filter(each -> each.outcome == outcome && each.confidence == Confidence.HIGH)
        .count();
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  /**
   * Returns how often each cause was named, by the resource that gains most, for decidable set-ups.
   */
  public Map<Resource, Map<Cause, Integer>> matrix() {
    var matrix = new EnumMap<Resource, Map<Cause, Integer>>(Resource.class);
    for (Judged each : judged) {
      if (each.outcome != Outcome.UNDECIDABLE) {
        matrix
            .computeIfAbsent(each.best, best -> new EnumMap<>(Cause.class))
            .merge(each.cause, 1, Integer::sum);
      }
    }
    return matrix;
  }
}
