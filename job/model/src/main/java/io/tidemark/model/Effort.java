package io.tidemark.model;

/**
 * A bound on the model's work, so that nobody waits for it for long. Work is counted, not timed:
 * the same windows get the same answer on a slow machine, only later.
 */
public final class Effort {
  private long left;

  /** Thrown if a computation needs more work than is left. */
  public static final class Spent extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Spent() {
      super("more work is needed than may be done", null, false, false);
    }
  }

  private Effort(long left) {
    this.left = left;
  }

  /**
   * @param states number of states of queueing networks: one for each request in flight of each
   *     window each time that a network is solved. A core computes about two million a second
   */
  public static Effort ofStates(long states) {
    return new Effort(states);
  }

  /** Returns an effort without a bound. */
  public static Effort unbounded() {
    return new Effort(Long.MAX_VALUE);
  }

  /**
   * Takes away so many states; this is called before they are computed.
   *
   * @throws Spent if fewer are left
   */
  void use(long states) {
    left -= states;
    if (left < 0) {
      throw new Spent();
    }
  }
}
