package io.tidemark.model;

import java.util.function.UnaryOperator;

/** One thing of which there is twice as much, or half of the time: what a cause promises. */
public enum Doubling {
  /** On a host that it shares, of that host's cores, too. */
  DATABASE_CPU(
      network -> network.with(network.database().withCores(2)).with(network.host().withCores(2))),
  /** Nothing waits for memory to be freed, and fewer rows read the index. */
  MEMORY(network -> network.with(network.database().withMemory())),
  /** Without what others do on the database's cores. */
  OTHERS(network -> network.with(network.database().withOthers(0))),
  /** Nobody reads. */
  READERS(network -> network.with(network.database().withoutQueries())),
  SLOTS(network -> network.with(network.database().withSlots(2))),
  LINE(network -> network.with(network.way().withLine(0.5)).with(network.database().withLine(0.5))),
  STORAGE(network -> network.with(network.database().withStorage(0.5))),
  LOCK(network -> network.with(network.database().withLock(0.5))),
  HELD(network -> network.with(network.database().withHeld(0.5))),
  /** Of who makes requests wait; who turns them away is not one of these. */
  ADMISSION(
      network -> network.way().refuses() ? network : network.with(network.way().withAdmission(2))),
  DELAY(network -> network.with(network.way().withDelay(0.5))),
  /** Nothing is turned away, as whoever did that lets twice as many through. */
  REFUSALS(
      network ->
          network.way().refuses()
              ? network.with(network.way().withRefused(0).withAdmission(2))
              : network),
  /** No attempt fails. */
  FAILURES(network -> network.with(network.way().withFailed(0))),
  /** Job and database have a host like this each. */
  HOST(network -> network.with(Network.Host.APART)),
  JOB(network -> network.with(network.job().withThreads(2)).with(network.host().withCores(2))),
  /** Each subtask has as much to do as the mean. */
  SKEW(network -> network.with(network.job().evenly())),
  HEAP(network -> network.with(network.job().withPauses(0.5))),
  SOURCE(network -> network.with(network.job().withAsked(2))),
  /** The population is no part of the network. */
  IN_FLIGHT(UnaryOperator.identity());

  private final UnaryOperator<Network> twice;

  Doubling(UnaryOperator<Network> twice) {
    this.twice = twice;
  }

  /** Requests per second with twice as much. */
  double rate(Network network, double population) {
    return twice.apply(network).solve(this == IN_FLIGHT ? 2 * population : population).rate();
  }

  /**
   * Returns the throughput divided by that of today, at least 1. More than 2 is possible where
   * something is removed, and where somebody else takes a fixed part of what is doubled.
   *
   * @param now requests per second as it is
   */
  double gain(Network network, double population, double now) {
    return Math.max(1, rate(network, population) / now);
  }
}
