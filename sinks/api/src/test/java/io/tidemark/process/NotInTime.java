package io.tidemark.process;

import java.time.Duration;

/**
 * Something did not come, or a part did not start, within a limit that is no promise of the
 * product. The test may run again: docs/contributing/testing.md, "Flakes".
 */
public final class NotInTime extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param what was waited for
   * @param limit as it was waited for, so with the host's slowness in it
   */
  public NotInTime(String what, Duration limit) {
    super("%s did not come within %.1f s".formatted(what, limit.toMillis() / 1e3));
  }

  /**
   * @param part that did not start
   */
  public NotInTime(String part, Throwable cause) {
    super(part + " did not start: " + cause.getMessage(), cause);
  }
}
