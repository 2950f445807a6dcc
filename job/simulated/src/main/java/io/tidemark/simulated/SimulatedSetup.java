package io.tidemark.simulated;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

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
 * @param around what else there is on the way, on the host, and on the pages
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
    double noise,
    Surroundings around) {
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
        2,
        2,
        Costs.ORDINARY,
        List.of(databases),
        true,
        false,
        true,
        false,
        0,
        0.1,
        Surroundings.NONE);
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
        noise,
        around);
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
        noise,
        around);
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
        noise,
        around);
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
        noise,
        around);
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
        noise,
        around);
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
        noise,
        around);
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
        noise,
        around);
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
        deviation,
        around);
  }

  public SimulatedSetup withSurroundings(Surroundings other) {
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
        noise,
        other);
  }

  public SimulatedSetup withCosts(Costs other) {
    return new SimulatedSetup(
        hostCores,
        jobCores,
        other,
        databases,
        sharedHost,
        changeable,
        hasNullTarget,
        hotKey,
        gcShare,
        noise,
        around);
  }

  /** Each of the databases changed. */
  public SimulatedSetup withDatabases(UnaryOperator<Behaviour> change) {
    return new SimulatedSetup(
        hostCores,
        jobCores,
        costs,
        databases.stream().map(change).toList(),
        sharedHost,
        changeable,
        hasNullTarget,
        hotKey,
        gcShare,
        noise,
        around);
  }

  public SimulatedSetup withoutHotKey() {
    return new SimulatedSetup(
        hostCores,
        jobCores,
        costs,
        databases,
        sharedHost,
        changeable,
        hasNullTarget,
        false,
        gcShare,
        noise,
        around);
  }
}
