package io.tidemark.extent;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * Looks for the most of something that is carried: raised while it is, halved before any is, then
 * bisected, and at last the most of it once more. Pure.
 *
 * @param <T> what is measured at each amount
 */
public final class Edge<T> {
  private static final int MOST_HALVINGS = 4;
  public static final int BISECTIONS = 4;

  /** Tries an amount, and says of it that it is carried, or too much. */
  public interface Trial {
    /**
     * @param remark what is special about it, as it follows the amount; or ""
     * @return whether there was time for it
     */
    boolean at(long amount, String remark);
  }

  private final NavigableMap<Long, T> carried = new TreeMap<>();

  /** Also what was measured of them in vain. */
  private final NavigableMap<Long, T> tooMuch = new TreeMap<>();

  /** Null: none yet. */
  private Long least;

  /**
   * @param first where it begins; 0 is tried once
   * @param most that may be tried
   * @param next after one that is carried, as far as {@code most} allows it
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
   * What was carried of as much before, was by chance.
   *
   * @param measured null if it could not be
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

  /** The most that is carried; null if none is. */
  public Long most() {
    return carried.isEmpty() ? null : carried.lastKey();
  }

  /** What was measured of that; null if none is. */
  public T best() {
    return carried.isEmpty() ? null : carried.lastEntry().getValue();
  }

  /** The least that was too much; null if none was. */
  public Long tooMuch() {
    return least;
  }

  /** What was measured of all that was too much. */
  public NavigableMap<Long, T> measuredTooMuch() {
    return tooMuch;
  }
}
