package io.tidemark.job.datagen;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.series.Labels;

/**
 * What the generated series look like. A slot is the place of one series; churn puts one series
 * after another into it. Slots come in units that churn together and stay in one shard. Keeps
 * scratch memory: one per thread.
 */
public interface SeriesShape {
  int slotsPerUnit();

  int units();

  /**
   * @param generation how often the slot's series has been replaced; shows in the instance label
   */
  Labels labels(int slot, long generation);

  /**
   * @param drawn what chance gives it
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
