package io.tidemark.model;

import java.util.function.UnaryOperator;

/** One thing of which there is twice as much, or half of the time: what a cause promises. */
public enum Doubling {
  /** On a host that it shares, of that host's cores, too. */
  DATABASE_CPU(
      network -> network.with(network.database().withCores(2)).with(network.host().withCores(2))),
  /** Without what others do on the database's cores. */
  OTHERS(network -> network.with(network.database().withOthers(0))),
  SLOTS(network -> network.with(network.database().withSlots(2))),
  LINE(network -> network.with(network.way().withLine(0.5)).with(network.database().withLine(0.5))),
  STORAGE(network -> network.with(network.database().withStorage(0.5))),
  LOCK(network -> network.with(network.database().withLock(0.5))),
  HELD(network -> network.with(network.database().withHeld(0.5))),
  ADMISSION(network -> network.with(network.way().withAdmission(2))),
  DELAY(network -> network.with(network.way().withDelay(0.5))),
  /** No attempt is in vain, and whoever turned requests away lets twice as many through. */
  REFUSALS(
      network ->
          network.way().retries() > 0
              ? network.with(network.way().withRetries(0).withAdmission(2))
              : network),
  /** Job and database have a host like this each. */
  HOST(network -> network.with(Network.Host.APART)),
  JOB(network -> network.with(network.job().withThreads(2)).with(network.host().withCores(2))),
  HEAP(network -> network.with(network.job().withPauses(0.5))),
  SOURCE(network -> network.with(network.job().withAsked(2))),
  /** The population is no part of the network. */
  IN_FLIGHT(UnaryOperator.identity());

  private static final double MOST = 2;

  private final UnaryOperator<Network> twice;

  Doubling(UnaryOperator<Network> twice) {
    this.twice = twice;
  }

  /** Requests per second with twice as much. */
  double rate(Network network, double population) {
    return twice.apply(network).solve(this == IN_FLIGHT ? 2 * population : population).rate();
  }

  /**
   * Times the throughput, at least 1 and at most 2.
   *
   * @param now requests per second as it is
   */
  double gain(Network network, double population, double now) {
    return Math.min(MOST, Math.max(1, rate(network, population) / now));
  }
}
