package io.tidemark.job.datagen;

import io.tidemark.job.config.JobConfig.Grid;
import io.tidemark.series.Labels;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Series for every metric with every value of every tag, such as {@code
 * metric_3{instance="host_7",tag_1="value_7"}}. Each series has one tag and an instance, whose
 * number is that of the tag's value. The instance also shows the series' generation: {@code
 * host_7-g2}. A unit is a single series.
 *
 * <p>If configured, series with the parameters follow: {@code datagen_grid_metrics} and so on, and
 * {@code datagen_grid_interval_seconds}.
 */
final class GridShape implements SeriesShape {
  private static final LabelBytes.Numbered INSTANCE = new LabelBytes.Numbered("instance", "host_");

  private static final List<byte[]> PARAMETERS =
      Stream.of("metrics", "tag_keys", "tag_values", "interval_seconds")
          .map(name -> LabelBytes.fixed("__name__", "datagen_grid_" + name))
          .toList();

  private static final double MILLIS_PER_SECOND = 1e3;

  private final Grid grid;
  private final List<byte[]> metrics;
  private final List<LabelBytes.Numbered> tags;
  private final LabelBytes bytes = new LabelBytes();

  /** The first slot that holds a parameter. */
  private final int generated;

  private final double[] values;

  GridShape(Grid grid, Duration interval) {
    this.grid = grid;
    generated = Math.toIntExact(grid.series()) - (grid.parameters() ? Grid.PARAMETERS : 0);
    values =
        new double[] {
          grid.metrics(), grid.tagKeys(), grid.tagValues(), interval.toMillis() / MILLIS_PER_SECOND
        };
    metrics =
        IntStream.range(0, grid.metrics())
            .mapToObj(i -> LabelBytes.fixed("__name__", "metric_" + i))
            .toList();
    tags =
        IntStream.range(0, grid.tagKeys())
            .mapToObj(i -> new LabelBytes.Numbered("tag_" + i, "value_"))
            .toList();
  }

  @Override
  public int slotsPerUnit() {
    return 1;
  }

  @Override
  public int units() {
    return Math.toIntExact(grid.series());
  }

  @Override
  public Labels labels(int slot, long generation) {
    if (slot >= generated) {
      bytes.clear();
      bytes.add(INSTANCE, 0, generation);
      return bytes.labelsAfter(PARAMETERS.get(slot - generated));
    }
    int value = slot % grid.tagValues();
    int metricAndKey = slot / grid.tagValues();
    bytes.clear();
    bytes.add(INSTANCE, value, generation);
    bytes.add(tags.get(metricAndKey % grid.tagKeys()), value, 0);
    return bytes.labelsAfter(metrics.get(metricAndKey / grid.tagKeys()));
  }

  @Override
  public double value(int slot, double drawn) {
    return slot >= generated ? values[slot - generated] : drawn;
  }
}
