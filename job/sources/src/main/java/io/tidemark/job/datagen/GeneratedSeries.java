package io.tidemark.job.datagen;

import io.tidemark.job.config.JobConfig.Datagen;

/** How many series a generator makes. */
public final class GeneratedSeries {
  private GeneratedSeries() {}

  /**
   * Those of the whole stream where it has an end, those that replace others among them; else those
   * alive at a time.
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
      series += 1 + generator.generation(lastTick, (int) slot);
    }
    return series;
  }
}
