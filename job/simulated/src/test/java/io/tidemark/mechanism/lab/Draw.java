package io.tidemark.mechanism.lab;

import io.tidemark.mechanism.time.Draws;

/** One number after the other, of one seed. */
final class Draw {
  private final Draws draws;
  private long number;

  Draw(long seed) {
    this.draws = new Draws(seed);
  }

  boolean chance(double probability) {
    return draws.uniform(number++) < probability;
  }

  double oneOf(double... values) {
    return values[(int) (draws.uniform(number++) * values.length)];
  }

  double between(double least, double most) {
    return least + (most - least) * draws.uniform(number++);
  }

  /** Evenly by its logarithm. */
  double ratio(double least, double most) {
    return least * Math.pow(most / least, draws.uniform(number++));
  }

  /** Lognormal: two thirds lie within a factor of {@code spread} of the median. */
  double around(double median, double spread) {
    return median * Math.exp(Math.log(spread) * draws.normal(number++));
  }
}
