package io.tidemark.judge;

import io.tidemark.measure.Amounts;
import java.util.List;

/**
 * The resources that a database used for one run. A value that was not measured is null.
 *
 * @param cpuSeconds CPU time of its processes from the run's beginning until the database was quiet
 *     afterwards; null for a database that Tidemark did not start
 * @param residentBytes resident memory when the run ended
 * @param diskBytes growth of its data between two moments at which all files were merged
 * @param quietSeconds time for which the end of its work was awaited
 * @param becameQuiet whether its work ended in time
 * @param merged whether it merged all files on request
 */
public record StoreCost(
    Double cpuSeconds,
    Double residentBytes,
    Double diskBytes,
    double quietSeconds,
    boolean becameQuiet,
    boolean merged) {

  /** Returns the cost of an existing database, of which only its metrics page is known. */
  public static StoreCost ofPage(Double residentBytes) {
    return new StoreCost(null, residentBytes, null, 0, true, false);
  }

  /**
   * Returns a text that says how the end of the database's work was awaited.
   *
   * @param costs costs of all runs that awaited it
   * @return null if no run did
   */
  public static String merges(List<StoreCost> costs) {
    if (costs.isEmpty()) {
      return null;
    }
    long cut = costs.stream().filter(cost -> !cost.becameQuiet).count();
    boolean merged = costs.stream().allMatch(StoreCost::merged);
    return "the database worked up to %s s after a run, %s%s"
        .formatted(
            Amounts.whole(costs.stream().mapToDouble(StoreCost::quietSeconds).max().orElse(0)),
            merged ? "with a merge of all its files" : "without a forced merge",
            cut > 0
                ? "; in %d run%s it did not finish in time".formatted(cut, cut == 1 ? "" : "s")
                : "");
  }
}
