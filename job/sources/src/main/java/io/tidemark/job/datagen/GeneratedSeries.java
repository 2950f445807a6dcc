package io.tidemark.job.datagen;

import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.series.Fleet;

/** Counts the series that a generator makes, and those that are written of them. */
public final class GeneratedSeries {
  private GeneratedSeries() {}

  /**
   * Returns the number of series in the whole stream, including replaced ones, or, if the stream
   * has no end, the number that exist at a time.
   */
  public static long count(Datagen config) {
    var generator = new SampleGenerator(config);
    long slots = generator.shape().slots();
    if (config.samples() == 0) {
      return slots;
    }
    if (config.churn() == 0) {
      return Math.min(slots, config.samples());
    }
    long series = 0;
    for (long slot = 0; slot < Math.min(slots, config.samples()); slot++) {
      long lastTick = (config.samples() - 1 - slot) / slots;
      series +=
          1 + generator.generation(lastTick, (int) slot) - generator.generation(0, (int) slot);
    }
    return series;
  }

  /** Returns the number of series that exist at the stream's beginning, including their copies. */
  public static long written(Datagen config, Fleet fleet) {
    var generator = new SampleGenerator(config);
    SeriesShape shape = generator.shape();
    int slots = shape.slots();
    long written = (long) slots * fleet.least().n();
    for (int slot = 0; slot < slots && !fleet.isUniform(); slot++) {
      written += fleet.hasOneMore(shape.labels(slot, generator.generation(0, slot))) ? 1 : 0;
    }
    return written;
  }
}
