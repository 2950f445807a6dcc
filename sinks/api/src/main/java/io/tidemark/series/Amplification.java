package io.tidemark.series;

import java.io.Serializable;

/**
 * How one source sample becomes M×N samples.
 *
 * <p>Copy (n, i) of a sample at {@code t} lies at {@code t + i·interval/M} (whole milliseconds,
 * rounded down). Instance 0 keeps the series as it is; in instance n &gt; 0, {@code ~n} follows the
 * values of the instance labels. ({@code ~} and not {@code -}: {@code web} and {@code web-1} are
 * often both real.)
 *
 * @param m samples in time per source sample, at least 1
 * @param n instances per source series, at least 1
 * @param intervalMillis the source's own interval, divided by M; the spacing is at least 1 ms
 */
public record Amplification(
    int m,
    int n,
    long intervalMillis,
    InstanceLabels instanceLabels,
    ValueMode value,
    Layout layout)
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
  }

  /** Makes an amplification with one instance label. */
  public Amplification(
      int m, int n, long intervalMillis, String instanceLabel, ValueMode value, Layout layout) {
    this(m, n, intervalMillis, InstanceLabels.of(instanceLabel), value, layout);
  }

  /** Returns the same amplification with another number of instances. */
  public Amplification withN(int n) {
    return new Amplification(m, n, intervalMillis, instanceLabels, value, layout);
  }

  /** Returns the milliseconds from the source sample to its copy at {@code tick}. */
  public long offsetMillis(int tick) {
    return tick * intervalMillis / m;
  }

  /** Returns the slice of all M×N copies. */
  public Slice all() {
    return new Slice(0, n, 0, m);
  }

  /** Returns M×N. */
  public long copies() {
    return (long) m * n;
  }
}
