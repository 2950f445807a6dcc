package io.tidemark.job.datagen;

/**
 * Values that move like those of a gauge, between 0 and 100 with two decimals. Each is computed on
 * its own: random values every 16 ticks, a smooth curve between them, and a small random part at
 * each tick.
 */
final class ValueNoise {
  private static final int TICKS_PER_KNOT = 16;
  private static final double CURVE = 90;
  private static final double GRAIN = 10;

  private ValueNoise() {}

  /**
   * @param series unique number of the series
   */
  static double value(long seed, long series, long tick) {
    long knot = tick / TICKS_PER_KNOT;
    double x = (tick - knot * TICKS_PER_KNOT) / (double) TICKS_PER_KNOT;
    double from = unit(seed, series, 2 * knot);
    double to = unit(seed, series, 2 * (knot + 1));
    double curve = from + (to - from) * x * x * (3 - 2 * x);
    double value = CURVE * curve + GRAIN * unit(seed, series, 2 * tick + 1);
    return Math.rint(value * 100) / 100;
  }

  /** Returns a random value in [0, 1). */
  private static double unit(long seed, long series, long position) {
    return (SplitMix64.of(seed, series, position) >>> 11) * 0x1.0p-53;
  }
}
