package io.tidemark.model;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Measured magnitudes that the priors of {@link Parameter} are centred on. A prior that is much
 * wider than the data allow would make an optional mechanism improbable by its width alone
 * (Bartlett's paradox).
 *
 * @param least the shortest mean time of a request in flight, of all windows, in seconds
 * @param peak the highest rate of one node, in requests per second
 * @param population the highest in-flight limit, per node
 * @param thread CPU seconds of the job's busiest thread for a request
 * @param job CPU seconds of the job for a request, at most: those of the window where they are
 *     least
 * @param client CPU seconds of the clients' busiest thread, over the requests of all clients
 * @param cpu CPU seconds of the database's busiest node for a request
 * @param pause seconds of a request for which the job is stopped to collect garbage
 * @param delay an estimate of the delay between job and database, in seconds
 * @param delaySpread standard deviation of the delay's logarithm: less if a round trip was measured
 */
record Scales(
    double least,
    double peak,
    double population,
    double thread,
    double job,
    double client,
    double cpu,
    double pause,
    double delay,
    double delaySpread) {
  /**
   * Round trips in a delay, and the standard deviation of its logarithm if the round trip was
   * measured: bodies take more than one round trip, and proxies take time, too.
   */
  private static final double MEASURED = 1.5;

  /** The standard deviation if it was not: the database may be in the same rack or far away. */
  private static final double ANY = 2;

  static Scales of(World world, List<Sighting> sightings) {
    double least = over(sightings, Signal.IN_FLIGHT, 1).min().orElseThrow();
    double peak =
        sightings.stream().mapToDouble(each -> each.seen(Signal.RATE)).max().orElseThrow();
    double population =
        sightings.stream().mapToDouble(each -> each.settings().population()).max().orElseThrow();
    double fallback = least / 3;
    return new Scales(
        least,
        peak / world.nodes(),
        population / world.nodes(),
        mean(over(sightings, Signal.THREAD, 1), fallback),
        over(sightings, Signal.JOB_CPU, 1).min().orElse(fallback),
        mean(over(sightings, Signal.CLIENT, 1), fallback),
        mean(cpuOfRequests(sightings, world.nodes()), fallback),
        mean(over(sightings, Signal.PAUSED, 1), fallback),
        Double.isNaN(world.roundTrip()) ? least / 10 : MEASURED * world.roundTrip(),
        Double.isNaN(world.roundTrip()) ? ANY : MEASURED);
  }

  /**
   * Returns the database's CPU seconds for a request, by sighting. The measured CPU is split
   * between requests in flight and queries at work, by their numbers.
   */
  private static DoubleStream cpuOfRequests(List<Sighting> sightings, int nodes) {
    return sightings.stream()
        .flatMapToDouble(
            each -> {
              double requests = each.seen(Signal.IN_FLIGHT) / nodes;
              double part = Inside.part(requests, each.settings().queries());
              return over(List.of(each), Signal.DATABASE_CPU, nodes).map(cpu -> part * cpu);
            });
  }

  /** Returns a signal, over all nodes, per request, by sighting that has it. */
  private static DoubleStream over(List<Sighting> sightings, Signal signal, int nodes) {
    return sightings.stream()
        .mapToDouble(each -> nodes * signal.atLeast(each.seen(signal)) / each.seen(Signal.RATE))
        .filter(each -> each > 0 && Double.isFinite(each));
  }

  private static double mean(DoubleStream of, double otherwise) {
    return Math.exp(of.map(Math::log).average().orElse(Math.log(otherwise)));
  }
}
