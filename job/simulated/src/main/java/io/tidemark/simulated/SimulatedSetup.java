package io.tidemark.simulated;

import java.time.Duration;
import java.util.List;

/**
 * What is simulated: a job and its host, and the databases that it writes to in turn.
 *
 * @param hostCores of the job's host
 * @param jobCores that the job may use of them
 * @param sharedHost whether the databases run on the job's host
 * @param changeable whether the databases may be changed by whoever measures
 * @param hasNullTarget whether the job can be run against one
 * @param hotKey whether all samples are of one series, and so of one subtask
 * @param gcShare of the time in which the job only collects garbage
 * @param noise standard deviation of each piece of work, relative to its mean
 */
public record SimulatedSetup(
    double hostCores,
    double jobCores,
    Costs costs,
    List<Behaviour> databases,
    boolean sharedHost,
    boolean changeable,
    boolean hasNullTarget,
    boolean hotKey,
    double gcShare,
    double noise) {
  /** Samples of a request whose work is what {@link Behaviour} says. */
  static final double ORDINARY_SAMPLES = 10_000;

  /**
   * CPU time of the job.
   *
   * @param bytesPerSample as sent
   */
  public record Costs(
      Duration perSourceSample,
      Duration perSample,
      Duration perBatch,
      Duration perCall,
      double bytesPerSample) {
    public static final Costs ORDINARY =
        new Costs(
            Duration.ofNanos(800),
            Duration.ofNanos(120),
            Duration.ofNanos(30_000),
            Duration.ofNanos(200_000),
            50);
  }

  /** Two cores that the job shares with these databases. */
  public static SimulatedSetup of(Behaviour... databases) {
    return new SimulatedSetup(
        2, 2, Costs.ORDINARY, List.of(databases), true, false, true, false, 0, 0.1);
  }

  public SimulatedSetup withHostCores(double cores) {
    return new SimulatedSetup(
        cores,
        Math.min(jobCores, cores),
        costs,
        databases,
        sharedHost,
        changeable,
        hasNullTarget,
        hotKey,
        gcShare,
        noise);
  }

  public SimulatedSetup withJobCores(double cores) {
    return new SimulatedSetup(
        hostCores,
        cores,
        costs,
        databases,
        sharedHost,
        changeable,
        hasNullTarget,
        hotKey,
        gcShare,
        noise);
  }

  /** Databases on hosts of their own. */
  public SimulatedSetup apart() {
    return new SimulatedSetup(
        hostCores,
        jobCores,
        costs,
        databases,
        false,
        changeable,
        hasNullTarget,
        hotKey,
        gcShare,
        noise);
  }

  public SimulatedSetup withChangeableDatabase() {
    return new SimulatedSetup(
        hostCores,
        jobCores,
        costs,
        databases,
        sharedHost,
        true,
        hasNullTarget,
        hotKey,
        gcShare,
        noise);
  }

  public SimulatedSetup withoutNullTarget() {
    return new SimulatedSetup(
        hostCores,
        jobCores,
        costs,
        databases,
        sharedHost,
        changeable,
        false,
        hotKey,
        gcShare,
        noise);
  }

  public SimulatedSetup withHotKey() {
    return new SimulatedSetup(
        hostCores,
        jobCores,
        costs,
        databases,
        sharedHost,
        changeable,
        hasNullTarget,
        true,
        gcShare,
        noise);
  }

  public SimulatedSetup withGcShare(double share) {
    return new SimulatedSetup(
        hostCores,
        jobCores,
        costs,
        databases,
        sharedHost,
        changeable,
        hasNullTarget,
        hotKey,
        share,
        noise);
  }

  public SimulatedSetup withNoise(double deviation) {
    return new SimulatedSetup(
        hostCores,
        jobCores,
        costs,
        databases,
        sharedHost,
        changeable,
        hasNullTarget,
        hotKey,
        gcShare,
        deviation);
  }
}
