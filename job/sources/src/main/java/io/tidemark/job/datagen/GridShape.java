package io.tidemark.job.datagen;

import io.tidemark.job.config.JobConfig.Grid;
import io.tidemark.series.Labels;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Every metric with every value of every tag: {@code metric_3{instance="host_7",tag_1="value_7"}},
 * one tag and an instance a series. The instance counts with the tag's value and makes the series'
 * generation visible: {@code host_7-g2}. A unit is a single series.
 */
final class GridShape implements SeriesShape {
  private static final LabelBytes.Numbered INSTANCE = new LabelBytes.Numbered("instance", "host_");

  private final Grid grid;
  private final List<byte[]> metrics;
  private final List<LabelBytes.Numbered> tags;
  private final LabelBytes bytes = new LabelBytes();

  GridShape(Grid grid) {
    this.grid = grid;
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
    int value = slot % grid.tagValues();
    int metricAndKey = slot / grid.tagValues();
    bytes.clear();
    bytes.add(INSTANCE, value, generation);
    bytes.add(tags.get(metricAndKey % grid.tagKeys()), value, 0);
    return bytes.labelsAfter(metrics.get(metricAndKey / grid.tagKeys()));
  }
}
