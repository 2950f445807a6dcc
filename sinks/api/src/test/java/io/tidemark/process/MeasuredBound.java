package io.tidemark.process;

/**
 * A measurement lay outside of the bounds that a test asks for. Something else on the host can
 * cause that, so the test may run again: docs/contributing/testing.md, "Flakes".
 */
public final class MeasuredBound extends AssertionError {
  private static final long serialVersionUID = 1;

  private MeasuredBound(AssertionError failed) {
    super(failed.getMessage(), failed);
  }

  /** Assertions about measured times, rates and shares; never about counts, sets or bytes. */
  public static void check(Runnable assertions) {
    try {
      assertions.run();
    } catch (AssertionError e) {
      throw new MeasuredBound(e);
    }
  }
}
