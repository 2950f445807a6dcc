package io.tidemark.mechanism.time;

/**
 * Random numbers by their number: the same seed, purpose and number always give the same draw,
 * whoever else has drawn meanwhile. So two runs of a set-up that differ in one thing differ in
 * nothing else (common random numbers).
 */
public record Draws(long seed) {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  /** Numbers of their own. */
  public Draws of(String purpose) {
    return new Draws(mix(seed + GOLDEN * purpose.hashCode()));
  }

  /** Between 0 and 1, never either. */
  public double uniform(long number) {
    return ((mix(seed ^ mix(number + GOLDEN)) >>> 11) + 0.5) * 0x1.0p-53;
  }

  /** Mean 0, standard deviation 1: Box and Muller's. */
  public double normal(long number) {
    double radius = Math.sqrt(-2 * Math.log(uniform(2 * number)));
    return radius * Math.cos(2 * Math.PI * uniform(2 * number + 1));
  }

  /**
   * Lognormal of mean 1.
   *
   * @param cv coefficient of variation; 0: always 1
   */
  public double lognormal(long number, double cv) {
    double variance = Math.log1p(cv * cv);
    return cv == 0 ? 1 : Math.exp(Math.sqrt(variance) * normal(number) - variance / 2);
  }

  /** Of mean 1. */
  public double exponential(long number) {
    return -Math.log(uniform(number));
  }

  /** SplitMix64's finaliser (Steele, Lea, Flood: "Fast splittable pseudorandom generators"). */
  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
    return b ^ (b >>> 31);
  }
}
