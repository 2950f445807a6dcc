package io.tidemark.proof;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Seen;
import io.tidemark.measure.Window;
import io.tidemark.queues.Residual;
import io.tidemark.statistics.Estimate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How often each cause is the verdict on copies of a search whose readings are perturbed within
 * their errors. If a verdict depends on a threshold, on chance in one window, or on what the
 * unexplained time is assumed to be, other causes have some of its copies.
 */
public final class PerturbedCopies {
  private static final int COPIES = 200;

  /** A fixed seed makes two reports of the same windows equal. */
  private static final long SEED = 1;

  private static final Residual[] RESIDUALS = {
    Residual.DELAY, Residual.SERIAL_STATION, Residual.FEWER_CORES
  };

  private final Random random;
  private final Seen seen;
  private final List<Intervention> interventions;
  private final Proof.Doubts doubts;

  private PerturbedCopies(
      Random random, Seen seen, List<Intervention> interventions, Proof.Doubts doubts) {
    this.random = random;
    this.seen = seen;
    this.interventions = interventions;
    this.doubts = doubts;
  }

  /** Returns each cause's share of the copies, without causes that never come out; the sum is 1. */
  public static Map<Cause, Double> causes(
      Seen seen, List<Intervention> interventions, Proof.Doubts doubts) {
    var copies = new PerturbedCopies(new Random(SEED), seen, interventions, doubts);
    var counts = new EnumMap<Cause, Integer>(Cause.class);
    for (int i = 0; i < COPIES; i++) {
      counts.merge(copies.cause(), 1, Integer::sum);
    }
    var shares = new EnumMap<Cause, Double>(Cause.class);
    counts.forEach((cause, count) -> shares.put(cause, (double) count / COPIES));
    return shares;
  }

  private Cause cause() {
    var facts = new Facts(perturbed(), RESIDUALS[random.nextInt(RESIDUALS.length)]);
    List<Intervention> changes = interventions.stream().map(this::perturbed).toList();
    return Proof.of(Attribution.judge(facts), facts, changes, doubts).cause();
  }

  private Seen perturbed() {
    var windows = new PerturbedWindows(random);
    Window peak = windows.of(seen.peak());
    double rate = seen.peak().throughput().samplesPerSecond();
    double speed = rate > 0 ? peak.throughput().samplesPerSecond() / rate : 1;
    Seen.OtherLoads others = seen.otherLoads();
    return new Seen(
        peak,
        seen.ceiling() == null ? null : Double.valueOf(seen.ceiling() * speed),
        new Seen.OtherLoads(
            windows.of(others.least()),
            windows.of(others.knee()),
            windows.of(others.beyond()),
            others.gainOfMore()),
        seen.jobCeiling() == null ? null : perturbed(seen.jobCeiling()),
        seen.capabilities(),
        seen.rateAsked(),
        seen.highestLoadSustained());
  }

  private Estimate perturbed(Estimate estimate) {
    double width = (estimate.high() - estimate.low()) / estimate.value();
    double by = Math.max(0.5, 1 + random.nextGaussian() * width / PerturbedWindows.WIDTH);
    return new Estimate(by * estimate.value(), by * estimate.low(), by * estimate.high());
  }

  private Intervention perturbed(Intervention change) {
    double by = random.nextGaussian() * (change.high() - change.low()) / PerturbedWindows.WIDTH;
    double elasticity = change.elasticity() + by;
    double low = change.low() + by;
    return new Intervention(
        change.changed(),
        change.side(),
        change.factor(),
        change.before(),
        change.before() * Math.pow(change.factor(), elasticity),
        elasticity,
        low,
        change.high() + by,
        change.predicted(),
        low > 0 && elasticity >= change.predicted() / 2,
        change.speaksFor());
  }
}
