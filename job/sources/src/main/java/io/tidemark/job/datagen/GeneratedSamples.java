package io.tidemark.job.datagen;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.series.Sample;

/** The generated stream without a job: all series of one tick, then those of the next. */
public final class GeneratedSamples {
  private final SampleGenerator generator;
  private final long startMillis;
  private final int slots;
  private long tick;
  private int slot;

  /**
   * @param startMillis Unix time of tick 0
   * @throws ConfigException if the configuration makes no series, or too many
   */
  public GeneratedSamples(Datagen config, long startMillis) {
    this.generator = new SampleGenerator(config);
    this.startMillis = startMillis;
    this.slots = generator.shape().slots();
  }

  /** Returns the next sample; the stream has no end. */
  public Sample next() {
    Sample sample = generator.sample(startMillis, tick, slot);
    slot++;
    if (slot == slots) {
      slot = 0;
      tick++;
    }
    return sample;
  }

  /** Returns the number of samples in one tick. */
  public int seriesPerTick() {
    return slots;
  }
}
