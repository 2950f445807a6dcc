package io.tidemark.job.datagen;

/**
 * Random numbers that can be recomputed: 64 bits that look random, but depend only on three
 * numbers.
 */
final class SplitMix64 {
  private SplitMix64() {}

  /** Applies the finaliser of SplitMix64 (Steele, Lea, Flood 2014) once for each number. */
  static long of(long a, long b, long c) {
    return mix(mix(mix(a + 0x9E3779B97F4A7C15L) + b) + c);
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
