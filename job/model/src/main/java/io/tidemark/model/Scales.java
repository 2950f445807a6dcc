package io.tidemark.model;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Magnitudes that priors are centred on: a prior that is much wider than what was seen allows would
 * punish an optional structure for its width alone (Bartlett's paradox).
 *
 * @param least seconds that a request takes where it takes least
 * @param peak requests per second at one node, at most
 * @param population requests in flight at most, at one node
 * @param thread seconds of the job's busiest thread for a request
 * @param job seconds of the job's CPU for a request, at most
 * @param client seconds of the busiest thread of its clients, over the requests of all of them
 * @param cpu seconds of the database's CPU for a request
 * @param pause seconds of a request for which the job is stopped
 * @param delay seconds on the way, about
 * @param delaySpread standard deviation of its logarithm: less where a round trip was measured
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
  /** Of what is known of a delay: bodies take more than one round trip, and proxies their time. */
  private static final double MEASURED = 1.5;

  /** From a rack to another continent. */
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

  /** Of the CPU that is seen, requests have a part by their number beside that of queries. */
  private static DoubleStream cpuOfRequests(List<Sighting> sightings, int nodes) {
    return sightings.stream()
        .flatMapToDouble(
            each -> {
              double requests = each.seen(Signal.IN_FLIGHT) / nodes;
              double part = Inside.part(requests, each.settings().queries());
              return over(List.of(each), Signal.DATABASE_CPU, nodes).map(cpu -> part * cpu);
            });
  }

  private static DoubleStream over(List<Sighting> sightings, Signal signal, int nodes) {
    return sightings.stream()
        .mapToDouble(each -> nodes * signal.atLeast(each.seen(signal)) / each.seen(Signal.RATE))
        .filter(each -> each > 0 && Double.isFinite(each));
  }

  private static double mean(DoubleStream of, double otherwise) {
    return Math.exp(of.map(Math::log).average().orElse(Math.log(otherwise)));
  }
}
