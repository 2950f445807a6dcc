package io.tidemark.job.write;

import io.tidemark.job.state.StateVersion;
import java.io.IOException;
import java.util.Arrays;

/**
 * Measures how evenly samples are acknowledged: the coefficient of variation (standard deviation
 * over mean) of the counts per 100 ms; 0 is perfectly even. Answers may come a little out of order,
 * so bins stay open for 3 s; what comes later counts in the oldest open bin. The first bin, which
 * begins in mid-time, is left out, and so is the last. A step of the clock begins anew and counts
 * as no time. Pure; mean and variance follow Welford's recurrence (1962).
 */
final class Smoothness {
  static final long BIN_MILLIS = 100;
  private static final int OPEN_BINS = 32;

  /** No answer comes this late, so the clock was set back. */
  private static final long STEP_BACK_BINS = 60_000 / BIN_MILLIS;

  /** No job that goes on was without answers for this long, so the clock was set forward. */
  private static final long STEP_FORWARD_BINS = 30 * 60_000 / BIN_MILLIS;

  private final long[] open = new long[OPEN_BINS];
  private long newest = Long.MIN_VALUE;
  private long oldest;
  private boolean firstClosed;
  private long count;
  private double mean;
  private double squares;

  void add(long samples, long doneMillis) {
    long bin = Math.floorDiv(doneMillis, BIN_MILLIS);
    if (newest == Long.MIN_VALUE
        || bin < oldest - STEP_BACK_BINS
        || bin > newest + STEP_FORWARD_BINS) {
      beginAt(bin);
    }
    while (bin > newest) {
      if (newest - oldest + 1 == OPEN_BINS) {
        closeOldest();
      }
      newest++;
    }
    open[slot(Math.max(bin, oldest))] += samples;
  }

  private void beginAt(long bin) {
    Arrays.fill(open, 0);
    newest = bin;
    oldest = bin;
    firstClosed = false;
  }

  /** Returns the coefficient of variation; NaN before two whole bins have passed. */
  double coefficientOfVariation() {
    Smoothness all = copy();
    while (all.oldest < all.newest) {
      all.closeOldest();
    }
    return all.count < 2 || all.mean == 0
        ? Double.NaN
        : Math.sqrt(all.squares / all.count) / all.mean;
  }

  /** Returns the closed bins for state; a restart loses the open ones and the time it takes. */
  double[] state() {
    return new double[] {count, mean, squares};
  }

  void restore(double[] state) throws IOException {
    StateVersion.require("smoothness", state.length, state().length);
    count = (long) state[0];
    mean = state[1];
    squares = state[2];
  }

  private void closeOldest() {
    double value = open[slot(oldest)];
    open[slot(oldest)] = 0;
    oldest++;
    if (!firstClosed) {
      firstClosed = true;
      return;
    }
    count++;
    double delta = value - mean;
    mean += delta / count;
    squares += delta * (value - mean);
  }

  private Smoothness copy() {
    var copy = new Smoothness();
    System.arraycopy(open, 0, copy.open, 0, OPEN_BINS);
    copy.newest = newest;
    copy.oldest = oldest;
    copy.firstClosed = firstClosed;
    copy.count = count;
    copy.mean = mean;
    copy.squares = squares;
    return copy;
  }

  private static int slot(long bin) {
    return (int) Math.floorMod(bin, (long) OPEN_BINS);
  }
}
