package io.tidemark.judge;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;

/** Makes a configuration that writes at a fixed rate. Pure. */
public final class FixedRate {
  private FixedRate() {}

  /**
   * @param samplesPerSecond samples written per second, including all copies that amplification
   *     makes
   * @throws ConfigException if the source has no rate
   */
  public static JobConfig of(JobConfig config, double samplesPerSecond) {
    JobConfig.Source source = config.source();
    if (source.type() != JobConfig.SourceType.DATAGEN) {
      throw new ConfigException(
          "--rate: only a generator has a rate, and source.type=%s; leave out --rate, which compares both sides at their ceiling"
              .formatted(source.type().name().toLowerCase(java.util.Locale.ROOT)));
    }
    double copies = config.amplify().fleet().copies();
    long rate = Math.round(samplesPerSecond / copies);
    if (rate < 1) {
      throw new ConfigException(
          "--rate: %s samples/s are less than one of the source with its %s copies"
              .formatted(Amounts.whole(samplesPerSecond), Amounts.whole(copies)));
    }
    return config.withSource(source.withDatagen(source.datagen().withRate(rate)));
  }
}
