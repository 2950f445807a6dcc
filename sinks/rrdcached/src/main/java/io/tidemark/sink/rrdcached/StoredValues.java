package io.tidemark.sink.rrdcached;

/**
 * A part of an archive.
 *
 * @param startSeconds the first value is of a step later
 * @param values NaN where it is not known
 */
record StoredValues(long startSeconds, long stepSeconds, double[] values) {
  /** A file's average of a step is its value times and by the step, in parts: some 1e-15 off. */
  private static final double ROUNDED = 1e-12;

  /** NaN where it has none of this very time. */
  double at(long seconds) {
    long since = seconds - startSeconds;
    long row = since / stepSeconds - 1;
    boolean isThere = since % stepSeconds == 0 && row >= 0 && row < values.length;
    return isThere ? values[(int) row] : Double.NaN;
  }

  /** Whether one was stored as the other. */
  static boolean isSame(double written, double read) {
    if (!Double.isFinite(written) || !Double.isFinite(read)) {
      return Double.compare(written, read) == 0;
    }
    return Math.abs(written - read) <= ROUNDED * Math.abs(written);
  }
}
