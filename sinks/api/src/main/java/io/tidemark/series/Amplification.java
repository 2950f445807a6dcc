package io.tidemark.series;

import java.io.Serializable;

/**
 * How one source sample becomes M×N samples.
 *
 * <p>Copy (n, i) of a sample at {@code t} lies at {@code t + i·interval/M} (whole milliseconds,
 * rounded down). Instance 0 keeps the series as it is; instance n &gt; 0 gets the instance label's
 * value followed by {@code ~n}, where a series without that label counts as having an empty one.
 * ({@code ~} and not {@code -}: {@code web} and {@code web-1} are often both real.)
 *
 * @param m samples in time per source sample, at least 1
 * @param n instances per source series, at least 1
 * @param intervalMillis the source's own interval, divided by M; the spacing is at least 1 ms
 */
public record Amplification(
    int m, int n, long intervalMillis, String instanceLabel, ValueMode value, Layout layout)
    implements Serializable {
  public Amplification {
    if (m < 1 || n < 1) {
      throw new IllegalArgumentException("M and N are at least 1 [m=%d, n=%d]".formatted(m, n));
    }
    if (intervalMillis < m) {
      throw new IllegalArgumentException(
          "copies would lie less than 1 ms apart [interval=%dms, m=%d]; lower M or raise the interval"
              .formatted(intervalMillis, m));
    }
    if (instanceLabel.isEmpty()) {
      throw new IllegalArgumentException("the instance label's name is empty");
    }
  }

  /** Milliseconds from the source sample to its copy at {@code tick}. */
  public long offsetMillis(int tick) {
    return tick * intervalMillis / m;
  }

  /** All M×N copies. */
  public Slice all() {
    return new Slice(0, n, 0, m);
  }

  /** M×N. */
  public long copies() {
    return (long) m * n;
  }

  /** What is appended to the instance label's value of instance {@code n}; empty for instance 0. */
  public static String suffix(int instance) {
    return instance == 0 ? "" : "~" + instance;
  }
}
