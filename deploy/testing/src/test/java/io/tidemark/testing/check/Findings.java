package io.tidemark.testing.check;

import java.util.Collection;
import java.util.stream.Collectors;

/** Where a rule's findings become a failed test: all of them, each on a line of its own. */
public final class Findings {
  private Findings() {}

  /**
   * @throws AssertionError with the findings, if there are any
   */
  public static void assertNone(Collection<Finding> findings) {
    if (!findings.isEmpty()) {
      throw new AssertionError(
          findings.stream()
              .sorted()
              .distinct()
              .map(Finding::toString)
              .collect(Collectors.joining("\n", findings.size() + " findings\n", "\n")));
    }
  }
}
