package io.tidemark.job.datagen;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.series.Labels;

/**
 * The names and labels of the generated series. A slot holds one series at a time; churn replaces
 * it by the next one. Slots form units, which are replaced together and stay in one shard.
 * Implementations keep scratch memory, so each thread needs its own.
 */
public interface SeriesShape {
  int slotsPerUnit();

  int units();

  /**
   * @param generation how often the slot's series has been replaced, which the instance label shows
   */
  Labels labels(int slot, long generation);

  /**
   * @param drawn random value for the sample
   */
  default double value(int slot, double drawn) {
    return drawn;
  }

  default int slots() {
    return units() * slotsPerUnit();
  }

  static SeriesShape of(Datagen config) {
    long slots =
        switch (config.shape()) {
          case DEVOPS -> DevopsShape.slots(config.series());
          case GRID -> config.grid().series();
        };
    if (slots < 1 || slots > Integer.MAX_VALUE) {
      throw new ConfigException(
          "source.datagen makes too many or no series [series=%d, min=1, max=%d]; change series or grid"
              .formatted(slots, Integer.MAX_VALUE));
    }
    return switch (config.shape()) {
      case DEVOPS -> new DevopsShape((int) slots, config.seed());
      case GRID -> new GridShape(config.grid(), config.interval());
    };
  }
}
