package io.tidemark.statistics;

import java.util.Arrays;

/**
 * One counter's readings over time. Between two readings it is taken to have grown evenly; outside
 * of them nothing is known.
 */
public final class Counters {
  private static final int FEW = 16;

  /**
   * Ascending Unix times in milliseconds, and what was read then; the first {@code size} of each
   * count.
   */
  private long[] millis = new long[FEW];

  private double[] values = new double[FEW];
  private int size;

  /**
   * @param at the Unix time of the reading in milliseconds
   */
  public void add(long at, double value) {
    int place = indexFrom(at);
    if (place == size || millis[place] != at) {
      if (size == millis.length) {
        millis = Arrays.copyOf(millis, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
      System.arraycopy(millis, place, millis, place + 1, size - place);
      System.arraycopy(values, place, values, place + 1, size - place);
      millis[place] = at;
      size++;
    }
    values[place] = value;
  }

  /** Returns the index of the first reading not before the moment; the size if there is none. */
  private int indexFrom(long at) {
    if (size == 0 || millis[size - 1] < at) {
      return size;
    }
    int found = Arrays.binarySearch(millis, 0, size, at);
    return found >= 0 ? found : -found - 1;
  }

  /** Returns the index of the last reading not after the moment; −1 if there is none. */
  private int indexUntil(long at) {
    int from = indexFrom(at);
    return from < size && millis[from] == at ? from : from - 1;
  }

  public boolean covers(long fromMillis, long toMillis) {
    return size > 0 && firstMillis() <= fromMillis && lastMillis() >= toMillis;
  }

  /** Tells whether there is a reading within the window. */
  public boolean any(long fromMillis, long toMillis) {
    return indexFrom(fromMillis) <= indexUntil(toMillis);
  }

  /** Returns the time of the first reading that is kept; there must be one. */
  public long firstMillis() {
    return millis[notEmpty()];
  }

  /** Returns the time of the last reading; there must be one. */
  public long lastMillis() {
    notEmpty();
    return millis[size - 1];
  }

  private int notEmpty() {
    if (size == 0) {
      throw new IllegalStateException("nothing was read");
    }
    return 0;
  }

  /** Forgets all but what is known of the time from this moment on. */
  public void forgetBefore(long at) {
    int kept = indexUntil(at);
    if (kept > 0) {
      size -= kept;
      System.arraycopy(millis, kept, millis, 0, size);
      System.arraycopy(values, kept, values, 0, size);
    }
  }

  public void clear() {
    size = 0;
  }

  /** Returns the value at a moment; NaN if nothing was read before or after it. */
  public double at(long at) {
    int before = indexUntil(at);
    int after = indexFrom(at);
    if (before < 0 || after == size) {
      return Double.NaN;
    }
    long span = millis[after] - millis[before];
    double share = span == 0 ? 0 : (double) (at - millis[before]) / span;
    return values[before] + share * (values[after] - values[before]);
  }

  /**
   * Returns the value at a moment: straight between readings, level before the first and after the
   * last; there must be one.
   */
  public double level(long at) {
    return at(Math.max(firstMillis(), Math.min(lastMillis(), at)));
  }

  public double growth(long fromMillis, long toMillis) {
    return level(toMillis) - level(fromMillis);
  }

  /** Returns when a growing counter first had this value; NaN if it never did. */
  public double whenReached(double value) {
    for (int i = 0; i < size; i++) {
      if (values[i] >= value) {
        if (i == 0) {
          return millis[0];
        }
        double share = (value - values[i - 1]) / (values[i] - values[i - 1]);
        return millis[i - 1] + share * (millis[i] - millis[i - 1]);
      }
    }
    return Double.NaN;
  }

  /**
   * Returns the growth per second between the outermost readings within the window; NaN if there
   * are fewer than two.
   */
  public double ratePerSecond(long fromMillis, long toMillis) {
    int first = indexFrom(fromMillis);
    int last = indexUntil(toMillis);
    return last <= first
        ? Double.NaN
        : (values[last] - values[first]) * 1000 / (millis[last] - millis[first]);
  }

  /** Returns the mean of the readings within the window, as of a gauge; NaN if there is none. */
  public double mean(long fromMillis, long toMillis) {
    int first = indexFrom(fromMillis);
    int last = indexUntil(toMillis);
    return last < first
        ? Double.NaN
        : Arrays.stream(values, first, last + 1).average().orElseThrow();
  }

  /** Returns the number of readings in the window. */
  public int count(long fromMillis, long toMillis) {
    return Math.max(0, indexUntil(toMillis) - indexFrom(fromMillis) + 1);
  }

  /** Returns the last reading not after the moment; NaN if there is none. */
  public double last(long at) {
    int last = indexUntil(at);
    return last < 0 ? Double.NaN : values[last];
  }

  /** Returns how much of the window lies between its outermost readings, 0 to 1. */
  public double coverage(long fromMillis, long toMillis) {
    int first = indexFrom(fromMillis);
    int last = indexUntil(toMillis);
    return last <= first ? 0 : (double) (millis[last] - millis[first]) / (toMillis - fromMillis);
  }
}
