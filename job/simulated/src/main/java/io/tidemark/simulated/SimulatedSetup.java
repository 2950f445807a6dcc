package io.tidemark.simulated;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What is simulated: a job and its host, and the databases that it writes to in turn.
 *
 * @param hostCores the cores of the job's host
 * @param jobCores the cores of these that the job may use
 * @param sharedHost whether the databases run on the job's host
 * @param changeable whether the databases may be changed by whoever measures
 * @param hasNullTarget whether the job can be run against a null target
 * @param hotKey whether all samples are of one series, and so of one subtask
 * @param gcShare the share of the time in which the job only collects garbage
 * @param compiles how long the job's code is slow for want of being compiled; zero if it is not
 * @param noise the standard deviation of each piece of work, relative to its mean
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
    Duration compiles,
    double noise,
    Surroundings around) {
  /** The samples of a request whose work is what {@link Behaviour} says. */
  static final double ORDINARY_SAMPLES = 10_000;

  /**
   * The CPU time of the job's work.
   *
   * @param bytesPerSample the bytes of a sample as it is sent
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

  /** Returns a job on two cores, which it shares with these databases. */
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
        Duration.ZERO,
        0.1,
        Surroundings.NONE);
  }

  /** A copy of a set-up, which {@link #with} changes. */
  private static final class Builder {
    private double hostCores;
    private double jobCores;
    private Costs costs;
    private List<Behaviour> databases;
    private boolean sharedHost;
    private boolean changeable;
    private boolean hasNullTarget;
    private boolean hotKey;
    private double gcShare;
    private Duration compiles;
    private double noise;
    private Surroundings around;

    private Builder(SimulatedSetup of) {
      hostCores = of.hostCores;
      jobCores = of.jobCores;
      costs = of.costs;
      databases = of.databases;
      sharedHost = of.sharedHost;
      changeable = of.changeable;
      hasNullTarget = of.hasNullTarget;
      hotKey = of.hotKey;
      gcShare = of.gcShare;
      compiles = of.compiles;
      noise = of.noise;
      around = of.around;
    }

    private SimulatedSetup build() {
      return new SimulatedSetup(
          hostCores,
          Math.min(jobCores, hostCores),
          costs,
          databases,
          sharedHost,
          changeable,
          hasNullTarget,
          hotKey,
          gcShare,
          compiles,
          noise,
          around);
    }
  }

  private SimulatedSetup with(Consumer<Builder> change) {
    var builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /**
   * Changes the host's cores. The job may use as many of them as before, or all if they are fewer.
   */
  public SimulatedSetup withHostCores(double cores) {
    return with(next -> next.hostCores = cores);
  }

  /** Changes the cores that the job may use, at most those of its host. */
  public SimulatedSetup withJobCores(double cores) {
    return with(next -> next.jobCores = cores);
  }

  /** Returns the same with the databases on hosts of their own. */
  public SimulatedSetup apart() {
    return with(next -> next.sharedHost = false);
  }

  public SimulatedSetup withChangeableDatabase() {
    return with(next -> next.changeable = true);
  }

  public SimulatedSetup withoutNullTarget() {
    return with(next -> next.hasNullTarget = false);
  }

  public SimulatedSetup withHotKey() {
    return with(next -> next.hotKey = true);
  }

  public SimulatedSetup withoutHotKey() {
    return with(next -> next.hotKey = false);
  }

  public SimulatedSetup withGcShare(double share) {
    return with(next -> next.gcShare = share);
  }

  public SimulatedSetup compilingFor(Duration time) {
    return with(next -> next.compiles = time);
  }

  public SimulatedSetup withNoise(double deviation) {
    return with(next -> next.noise = deviation);
  }

  public SimulatedSetup withSurroundings(Surroundings other) {
    return with(next -> next.around = other);
  }

  public SimulatedSetup withCosts(Costs other) {
    return with(next -> next.costs = other);
  }

  /** Returns the same with each of the databases changed. */
  public SimulatedSetup withDatabases(UnaryOperator<Behaviour> change) {
    return with(next -> next.databases = databases.stream().map(change).toList());
  }
}
