package io.tidemark.ceiling;

/** One thing that a search changes at the plateau, to see whether the throughput moves with it. */
public enum Change {
  MORE_IN_FLIGHT(false),
  /** Needs another job, so it is the last of a cause's. */
  MORE_PARALLELISM(false),
  FEWER_CORES(true),
  MORE_INSERT_SLOTS(true);

  private final boolean ofDatabase;

  Change(boolean ofDatabase) {
    this.ofDatabase = ofDatabase;
  }

  /** Whether it takes a database of our own. */
  public boolean isOfDatabase() {
    return ofDatabase;
  }

  /** The cause that it proves: where another stops the traffic, it moves nothing. */
  public Cause proves() {
    return switch (this) {
      case MORE_IN_FLIGHT -> Cause.JOB_IN_FLIGHT;
      case MORE_PARALLELISM -> Cause.JOB_CPU;
      case FEWER_CORES -> Cause.TSDB_CPU;
      case MORE_INSERT_SLOTS -> Cause.TSDB_SLOTS;
    };
  }

  /** Whether it would show at all: half of the cores is no less where no more of them are used. */
  public boolean wouldShow(Facts facts) {
    return this != FEWER_CORES || Gains.overHalfTheCores(facts) >= Thresholds.WORTH_IT;
  }

  /**
   * Elasticity of the throughput to it, if it is what stops the traffic: that of the gain which its
   * cause promises, and of no less than what makes it a cause at all.
   */
  public double predicted(Facts facts) {
    double gain = this == FEWER_CORES ? Gains.overHalfTheCores(facts) : proves().gain(facts);
    return Math.log(Math.max(Thresholds.WORTH_IT, Math.min(2, gain))) / Math.log(2);
  }
}
