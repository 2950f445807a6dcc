package io.tidemark.model;

import java.util.function.UnaryOperator;

/**
 * A change of the network that stands for a cause's remedy: twice as much of a resource, half of a
 * time, or nothing of what is in the way. {@code io.tidemark.proof.PosteriorCauses} says which
 * causes it belongs to.
 */
public enum Doubling {
  /** The cores of a host that the database shares are doubled, too. */
  DATABASE_CPU(
      network -> network.with(network.database().withCores(2)).with(network.host().withCores(2))),
  /** Nothing waits for memory to be freed, and fewer rows read the index. */
  MEMORY(network -> network.with(network.database().withMemory())),
  /** Nothing else uses the database's cores. */
  OTHERS(network -> network.with(network.database().withOthers(0))),
  /** There are no queries. */
  READERS(network -> network.with(network.database().withoutQueries())),
  SLOTS(network -> network.with(network.database().withSlots(2))),
  LINE(network -> network.with(network.way().withLine(0.5)).with(network.database().withLine(0.5))),
  STORAGE(network -> network.with(network.database().withStorage(0.5))),
  LOCK(network -> network.with(network.database().withLock(0.5))),
  HELD(network -> network.with(network.database().withHeld(0.5))),
  /** This is a limit at which requests wait; one that turns them away is in {@link #REFUSALS}. */
  ADMISSION(
      network -> network.way().refuses() ? network : network.with(network.way().withAdmission(2))),
  DELAY(network -> network.with(network.way().withDelay(0.5))),
  /** Nothing is turned away, because the limit that did so is doubled. */
  REFUSALS(
      network ->
          network.way().refuses()
              ? network.with(network.way().withRefused(0).withAdmission(2))
              : network),
  /** No attempt fails. */
  FAILURES(network -> network.with(network.way().withFailed(0))),
  /** Job and database have a host each, like the one that they share. */
  HOST(network -> network.with(Network.Host.APART)),
  JOB(network -> network.with(network.job().withThreads(2)).with(network.host().withCores(2))),
  /** Each subtask has as much to do as the mean. */
  SKEW(network -> network.with(network.job().evenly())),
  HEAP(network -> network.with(network.job().withPauses(0.5))),
  SOURCE(network -> network.with(network.job().withAsked(2))),
  /** This is the population, which is not in the network: see {@link #rate}. */
  IN_FLIGHT(UnaryOperator.identity());

  private final UnaryOperator<Network> twice;

  Doubling(UnaryOperator<Network> twice) {
    this.twice = twice;
  }

  /** Returns the requests per second after the change. */
  double rate(Network network, double population) {
    return twice.apply(network).solve(this == IN_FLIGHT ? 2 * population : population).rate();
  }

  /**
   * Returns the factor of throughput that the change gives, at least 1. More than 2 is possible
   * where something is removed, or where others take a fixed part of what is doubled.
   *
   * @param now requests per second without the change
   */
  double gain(Network network, double population, double now) {
    return Math.max(1, rate(network, population) / now);
  }
}
