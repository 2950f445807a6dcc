package io.tidemark.job.datagen;

/** Chance that can be asked again: 64 bits that look random and depend on three numbers alone. */
final class SplitMix64 {
  private SplitMix64() {}

  /** SplitMix64's finaliser (Steele, Lea, Flood 2014), once for each number. */
  static long of(long a, long b, long c) {
    return mix(mix(mix(a + 0x9E3779B97F4A7C15L) + b) + c);
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
