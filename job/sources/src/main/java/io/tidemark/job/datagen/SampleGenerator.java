package io.tidemark.job.datagen;

import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.series.Sample;

/**
 * The generated stream as a pure function of place and time: whoever asks for slot s at tick t gets
 * the same sample, whatever came before, at any parallelism. Keeps scratch memory: one per thread.
 * Costs an allocation for the labels' bytes and their hash, and no memory per series.
 */
final class SampleGenerator {
  private final SeriesShape shape;
  private final long seed;
  private final long intervalMillis;
  private final double churn;
  private final int slotsPerUnit;
  private final double units;

  SampleGenerator(Datagen config) {
    shape = SeriesShape.of(config);
    seed = config.seed();
    intervalMillis = config.interval().toMillis();
    churn = config.churn();
    slotsPerUnit = shape.slotsPerUnit();
    units = shape.units();
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
   * Units are replaced one after the other, evenly over time: {@code churn} of them an interval,
   * unit u for the first time when {@code churn · tick} reaches {@code 1 - u / units}.
   */
  long generation(long tick, int slot) {
    if (churn == 0) {
      return 0;
    }
    int unit = slot / slotsPerUnit;
    return (long) Math.floor(churn * tick + unit / units);
  }
}
