package io.tidemark.model;

/**
 * How much work may be done, so that nothing waits for the model for long. It is counted, not
 * timed: the same windows get the same answer on a slow machine, only later.
 */
public final class Effort {
  private long left;

  /** Thrown where more would be needed. */
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
   * @param states of queueing networks, one for each request in flight of each window each time
   *     that a network is solved: about two million take a second of a core
   */
  public static Effort ofStates(long states) {
    return new Effort(states);
  }

  /** Whatever it takes. */
  public static Effort unbounded() {
    return new Effort(Long.MAX_VALUE);
  }

  /**
   * To be called before so many are computed.
   *
   * @throws Spent if these are more than are left
   */
  void use(long states) {
    left -= states;
    if (left < 0) {
      throw new Spent();
    }
  }
}
