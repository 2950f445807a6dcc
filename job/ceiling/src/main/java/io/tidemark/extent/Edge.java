package io.tidemark.extent;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * Looks for the largest amount that is carried: raises it while it is carried, or halves it until
 * it is, then bisects, and at last tries the largest once more. Pure.
 *
 * @param <T> what is measured at each amount
 */
public final class Edge<T> {
  private static final int MOST_HALVINGS = 4;
  public static final int BISECTIONS = 4;

  /** Tries an amount, and calls {@link #carries} or {@link #isTooMuch}. */
  public interface Trial {
    /**
     * @param remark what is special about it, as it follows the amount; or ""
     * @return whether there was time for it
     */
    boolean at(long amount, String remark);
  }

  private final NavigableMap<Long, T> carried = new TreeMap<>();

  /** What was measured at amounts that were too much. */
  private final NavigableMap<Long, T> tooMuch = new TreeMap<>();

  /** The least amount that was too much; null if none was. */
  private Long least;

  /**
   * @param first the amount to begin with; 0 is tried once
   * @param most the largest amount that may be tried
   * @param next the amount to try after one that is carried, up to {@code most}
   */
  public void find(long first, long most, LongUnaryOperator next, Trial trial) {
    long amount = first;
    for (int halvings = 0; least == null || carried.isEmpty(); ) {
      boolean tried = trial.at(amount, "");
      boolean none = carried.isEmpty() && (amount == 0 || halvings++ == MOST_HALVINGS);
      if (!tried || none || carried.containsKey(most)) {
        return;
      }
      amount =
          carried.isEmpty() ? Math.max(1, amount / 2) : Math.min(most, next.applyAsLong(amount));
    }
    for (int i = 0; i < BISECTIONS && least - carried.lastKey() > 1; i++) {
      if (!trial.at((carried.lastKey() + least) / 2, "")) {
        return;
      }
    }
    trial.at(carried.lastKey(), ", once more");
  }

  public void carries(long amount, T measured) {
    carried.put(amount, measured);
  }

  /**
   * Notes an amount that is too much; if as much was carried before, that was by chance.
   *
   * @param measured null if nothing could be measured
   */
  public void isTooMuch(long amount, T measured) {
    carried.tailMap(amount, true).clear();
    least = amount;
    if (measured != null) {
      tooMuch.put(amount, measured);
    }
  }

  public boolean isCarried(long amount) {
    return carried.containsKey(amount);
  }

  /** Returns the largest amount that is carried; null if none is. */
  public Long most() {
    return carried.isEmpty() ? null : carried.lastKey();
  }

  /** Returns what was measured at the largest amount that is carried; null if none is. */
  public T best() {
    return carried.isEmpty() ? null : carried.lastEntry().getValue();
  }

  /** Returns the least amount that was too much; null if none was. */
  public Long tooMuch() {
    return least;
  }

  /** Returns what was measured at the amounts that were too much. */
  public NavigableMap<Long, T> measuredTooMuch() {
    return tooMuch;
  }
}
