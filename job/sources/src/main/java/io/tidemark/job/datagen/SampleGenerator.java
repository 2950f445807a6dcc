package io.tidemark.job.datagen;

import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.series.Sample;
import java.math.BigInteger;

/**
 * The generated stream as a pure function of slot and tick: the sample of slot s at tick t is
 * always the same, whatever was generated before, and at any parallelism. It keeps scratch memory,
 * so each thread needs its own. A sample costs an allocation for the labels' bytes and their hash;
 * series need no memory.
 */
final class SampleGenerator {
  /** The fractional parts of its multiples are spread most evenly over 0 to 1. */
  private static final double GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;

  private final SeriesShape shape;
  private final long seed;
  private final long intervalMillis;
  private final double churn;
  private final double replaced;
  private final int slotsPerUnit;
  private final int units;
  private final int stride;

  SampleGenerator(Datagen config) {
    shape = SeriesShape.of(config);
    seed = config.seed();
    intervalMillis = config.interval().toMillis();
    churn = config.churn();
    replaced = config.replaced();
    slotsPerUnit = shape.slotsPerUnit();
    units = shape.units();
    stride = stride(units);
  }

  /** Returns a number near the golden section of the units that has no common divisor with them. */
  private static int stride(int units) {
    int stride = Math.max(1, (int) (GOLDEN_SECTION * units));
    while (!BigInteger.valueOf(stride).gcd(BigInteger.valueOf(units)).equals(BigInteger.ONE)) {
      stride++;
    }
    return stride;
  }

  SeriesShape shape() {
    return shape;
  }

  Sample sample(long startMillis, long tick, int slot) {
    long generation = generation(tick, slot);
    return new Sample(
        shape.labels(slot, generation),
        timestampMillis(startMillis, tick),
        value(tick, slot, generation));
  }

  long timestampMillis(long startMillis, long tick) {
    return startMillis + tick * intervalMillis;
  }

  double value(long tick, int slot, long generation) {
    return shape.value(slot, ValueNoise.value(seed, slot + (generation << 32), tick));
  }

  /**
   * Returns how often churn has replaced the series of a slot. Units are replaced one after the
   * other, {@code churn} of them per interval: a unit at place p, from 0 to 1, is replaced for the
   * first time when {@code replaced + churn · tick} reaches {@code 1 - p}. Neighbouring units have
   * distant places, so the new series of an interval are spread evenly over the time of its
   * samples.
   */
  long generation(long tick, int slot) {
    if (churn == 0 && replaced == 0) {
      return 0;
    }
    long place = (long) (slot / slotsPerUnit) * stride % units;
    return (long) Math.floor(replaced + churn * tick + (double) place / units);
  }
}
