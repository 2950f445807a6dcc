package io.tidemark.model;

/** A structure that may be there or not, with its prior probability. */
public enum Mechanism {
  /** Something between job and database lets a limited number through: a proxy, a balancer. */
  ADMISSION(0.15),
  /** The line serves bytes one after the other. */
  LINE(0.12),
  /** The same of a database that holds a slot while it receives. */
  LINE_IN_SLOT(0.08),
  /** A disk, or a link to a storage, serves one request at a time. */
  STORAGE(0.15),
  /** A lock inside lets one request through at a time. */
  LOCK(0.1),
  /** The database is given fewer cores than it reports. */
  FEWER_CORES(0.15),
  /** Others' work takes cores of the database. */
  OTHERS(0.1);

  /** Of what shows itself. */
  private static final double SEEN = 0.7;

  private final double prior;

  Mechanism(double prior) {
    this.prior = prior;
  }

  /** Who turns requests away has a limit, of whatever kind. */
  double prior(World world) {
    return this == ADMISSION && world.refuses() ? SEEN : prior;
  }
}
