package io.tidemark.ceiling.result;

import io.tidemark.measure.Window;
import java.util.Arrays;

/**
 * One step of the search.
 *
 * @param phase a {@link Phase}, or one that only another version knows
 * @param note what is special about it, or null
 * @param settings what it was made with; null in older reports
 */
public record Step(String phase, Window window, String note, Settings settings) {
  public Step(Phase phase, Window window, String note, Settings settings) {
    this(phase.toString(), window, note, settings);
  }

  /** Tells whether the step was made for one of these. */
  public boolean isOf(Phase... phases) {
    return Arrays.stream(phases).anyMatch(each -> each.toString().equals(phase));
  }
}
