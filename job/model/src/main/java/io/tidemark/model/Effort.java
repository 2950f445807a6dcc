package io.tidemark.model;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/** How much of a core may be used, so that nothing waits for the model for long. */
public final class Effort {
  private final LongSupplier nanos;
  private final long until;

  /** Thrown where more would be needed. */
  public static final class Spent extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Spent() {
      super("more of a core is needed than may be used", null, false, false);
    }
  }

  /**
   * @param nanos used until now
   */
  Effort(LongSupplier nanos, double seconds) {
    this.nanos = nanos;
    this.until = nanos.getAsLong() + (long) (1e9 * seconds);
  }

  /** Of the CPU time of the thread that asks for it, which uses it. */
  public static Effort ofSeconds(double seconds) {
    return new Effort(ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime, seconds);
  }

  /**
   * @throws Spent if it is
   */
  void check() {
    if (nanos.getAsLong() >= until) {
      throw new Spent();
    }
  }
}
