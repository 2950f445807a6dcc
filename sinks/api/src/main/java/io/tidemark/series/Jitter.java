package io.tidemark.series;

/**
 * Values of amplified copies in {@link ValueMode#JITTER}: a pure function of the source sample and
 * the copy, so that what is sent again after a failure is the same value.
 */
public final class Jitter {
  private static final double SPREAD = 0.01;

  private Jitter() {}

  /**
   * Returns the value of copy ({@code instance}, {@code tick}). Copy (0, 0) has the source value
   * itself, bit for bit, and what is not finite stays as it is.
   *
   * <p>The value is {@code value × (1 + 0.01·u)}, with u in [-1, 1) the upper 53 bits of a 64-bit
   * mix (SplitMix64's finaliser, Steele, Lea, Flood 2014) of series hash, timestamp, instance and
   * tick.
   */
  public static double value(
      double value, long seriesHash, long timestampMillis, int instance, int tick) {
    if ((instance | tick) == 0 || !Double.isFinite(value)) {
      return value;
    }
    long seed = seriesHash + timestampMillis * 0x9E3779B97F4A7C15L;
    long bits = mix(mix(seed) + ((long) instance << 32 | tick));
    double unit = (bits >>> 11) * 0x1.0p-52 - 1.0;
    return value * (1.0 + SPREAD * unit);
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
