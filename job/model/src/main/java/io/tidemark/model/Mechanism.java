package io.tidemark.model;

/** An optional part of a network, with the prior probability that it is there. */
public enum Mechanism {
  /** Something between job and database lets a limited number through: a proxy, a balancer. */
  ADMISSION(0.15),
  /** A line to the database sends one request at a time. */
  LINE(0.12),
  /** The same, if the database holds a slot while it receives a request. */
  LINE_IN_SLOT(0.08),
  /** A disk, or a link to a storage, serves one request at a time. */
  STORAGE(0.15),
  /** A lock inside the database lets one request through at a time. */
  LOCK(0.1),
  /** The database is given fewer cores than it reports. */
  FEWER_CORES(0.15),
  /** Others' work takes cores of the database. */
  OTHERS(0.1);

  /** The prior probability of an admission limit if requests are turned away. */
  private static final double SEEN = 0.7;

  private final double prior;

  Mechanism(double prior) {
    this.prior = prior;
  }

  /** Returns the prior probability: if requests are turned away, there is some limit. */
  double prior(World world) {
    return this == ADMISSION && world.refuses() ? SEEN : prior;
  }
}
