package io.tidemark.calibrate;

import io.tidemark.ceiling.Resource;
import io.tidemark.job.config.JobConfig;
import io.tidemark.simulated.RandomSetup;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.simulated.SimulatedSystem;
import io.tidemark.simulated.Surroundings.Gateway;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Computes the truth about a simulated set-up: the factor by which its throughput grows if one
 * resource is doubled, and nothing else changes or is random.
 */
final class Counterfactual {
  /** Resources that simulated systems don't have. */
  private static final Set<Resource> UNKNOWN =
      EnumSet.of(Resource.LOCKS, Resource.FAILURES, Resource.MEMORY, Resource.READERS);

  private static final Duration WARM_UP = Duration.ofMillis(1_500);
  private static final Duration MEASURED = Duration.ofMillis(2_500);

  /**
   * Upper bound of the factor: twice a resource gives at most twice the throughput, except by
   * chance or through side effects.
   */
  private static final double MOST = 2;

  private Counterfactual() {}

  /**
   * Returns the factors by resource.
   *
   * @param config configuration of a job of this set-up
   */
  static Map<Resource, Double> gains(RandomSetup of, JobConfig config) {
    SimulatedSetup setup = of.setup();
    RandomSetup as = of.with(setup.withNoise(0).withSurroundings(setup.around().onRealHost(false)));
    double now = Math.max(1, throughput(as, config));
    var gains = new EnumMap<Resource, Double>(Resource.class);
    for (Resource resource : Resource.values()) {
      if (isThere(resource, as)) {
        gains.put(resource, Math.min(MOST, throughput(twice(resource, as), config) / now));
      }
    }
    return gains;
  }

  /** Tells whether the truth about this resource can be computed. */
  static boolean knows(Resource resource) {
    return !UNKNOWN.contains(resource);
  }

  private static boolean isThere(Resource resource, RandomSetup of) {
    SimulatedSetup setup = of.setup();
    Gateway gateway = setup.around().gateway();
    return switch (resource) {
      case STORAGE -> setup.databases().stream().anyMatch(d -> !d.storageTime().isZero());
      case LINE -> setup.databases().stream().anyMatch(d -> d.network().bytesPerSecond() > 0);
      case REFUSALS -> gateway.limit() > 0 && gateway.refuses();
      case GATEWAY -> gateway.limit() > 0 && !gateway.refuses() || !gateway.roundTrip().isZero();
      case SOURCE -> of.sourceRate() > 0;
      case HOT_KEY -> setup.hotKey();
      case HOST -> setup.sharedHost();
      case GC, JOB_CPU, DATABASE_CPU, SLOTS, IN_FLIGHT -> true;
      case LOCKS, FAILURES, MEMORY, READERS -> false;
    };
  }

  private static RandomSetup twice(Resource resource, RandomSetup of) {
    SimulatedSetup setup = of.setup();
    Gateway gateway = setup.around().gateway();
    return switch (resource) {
      case STORAGE ->
          of.with(setup.withDatabases(d -> d.withStorageTime(d.storageTime().dividedBy(2))));
      case LINE ->
          of.with(
              setup.withDatabases(
                  d -> d.withNetwork(2 * d.network().bytesPerSecond(), Duration.ZERO)));
      case SLOTS -> of.with(setup.withDatabases(d -> d.withSlots(2 * d.slots().count())));
      case DATABASE_CPU ->
          of.with(
              onHostOf(2 * setup.hostCores(), setup)
                  .withDatabases(d -> d.withCpu(d.cpu().perRequest(), 2 * d.cpu().cores())));
      case HOST -> of.with(setup.apart());
      case JOB_CPU ->
          new RandomSetup(
              0,
              setup.withHostCores(2 * setup.hostCores()).withJobCores(2 * setup.jobCores()),
              2 * of.parallelism(),
              of.m(),
              of.sourceRate(),
              of.mostInFlight());
      case GC -> of.with(setup.withGcShare(setup.gcShare() / 2));
      case HOT_KEY -> of.with(setup.withoutHotKey());
      case REFUSALS, GATEWAY ->
          of.with(
              setup.withSurroundings(
                  setup
                      .around()
                      .with(
                          new Gateway(
                              isLimit(resource, gateway) ? 2 * gateway.limit() : gateway.limit(),
                              gateway.refuses(),
                              resource == Resource.GATEWAY
                                  ? gateway.roundTrip().dividedBy(2)
                                  : gateway.roundTrip()))));
      case SOURCE ->
          new RandomSetup(
              0, setup, of.parallelism(), of.m(), 2 * of.sourceRate(), of.mostInFlight());
      case IN_FLIGHT ->
          new RandomSetup(
              0, setup, of.parallelism(), of.m(), of.sourceRate(), 2 * of.mostInFlight());
      case LOCKS, FAILURES, MEMORY, READERS -> of;
    };
  }

  /**
   * Tells which resource a gateway's limit is: the gateway itself if it lets requests wait, the
   * refusals if it refuses them.
   */
  private static boolean isLimit(Resource resource, Gateway gateway) {
    return gateway.refuses() == (resource == Resource.REFUSALS);
  }

  /** Enlarges a shared host without giving the job more of it. */
  private static SimulatedSetup onHostOf(double cores, SimulatedSetup setup) {
    return setup.sharedHost() ? setup.withHostCores(cores).withJobCores(setup.jobCores()) : setup;
  }

  /**
   * Returns the highest throughput. If a gateway refuses requests, that may be at fewer requests in
   * flight.
   */
  private static double throughput(RandomSetup of, JobConfig config) {
    Gateway gateway = of.setup().around().gateway();
    JobConfig job = of.config(config);
    double most = throughput(of, job, of.mostInFlight());
    if (gateway.limit() > 0 && gateway.refuses()) {
      for (int inFlight = 1; inFlight < of.mostInFlight(); inFlight *= 2) {
        most = Math.max(most, throughput(of, job, inFlight));
      }
    }
    return most;
  }

  private static double throughput(RandomSetup of, JobConfig job, int inFlight) {
    JobConfig bounded = job.withWrite(job.write().withInFlight(inFlight));
    return new SimulatedSystem(of.setup()).throughput(bounded, WARM_UP, MEASURED);
  }
}
