package io.tidemark.judge;

import io.tidemark.measure.Amounts;
import java.util.List;

/**
 * What a database used for one run. What was not measured is null.
 *
 * @param cpuSeconds of its processes, from the run's beginning until it was quiet afterwards; of a
 *     database that is not ours null
 * @param residentBytes when the run ended
 * @param diskBytes that its data grew by, from merged to merged
 * @param quietSeconds how long the end of its work was awaited
 * @param becameQuiet whether that end came in time
 * @param merged whether it was asked to merge everything, and took that
 */
public record StoreCost(
    Double cpuSeconds,
    Double residentBytes,
    Double diskBytes,
    double quietSeconds,
    boolean becameQuiet,
    boolean merged) {

  /** Of a database that was there before. */
  public static StoreCost ofPage(Double residentBytes) {
    return new StoreCost(null, residentBytes, null, 0, true, false);
  }

  /**
   * How the end of the database's work was awaited, in words.
   *
   * @param costs of all runs that awaited it
   * @return null if none did
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
