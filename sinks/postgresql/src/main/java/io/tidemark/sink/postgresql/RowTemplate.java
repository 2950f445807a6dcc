package io.tidemark.sink.postgresql;

import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.sink.SeriesTemplate;

/**
 * A series ready to be written as rows: what names each of its N instances, eight bytes a column,
 * and four to check them by.
 */
final class RowTemplate implements SeriesTemplate {
  /** With the target's extra labels. */
  final byte[] labels;

  /** Of the source's labels, without extra ones: what jitter derives from. */
  final long sourceHash;

  /** Instance by instance. */
  final long[] keys;

  final int[] checks;
  private final int maxSampleBytes;

  RowTemplate(Shape shape, Copies copies, Labels source) {
    int n = copies.amplification().n();
    int width = shape.keys.size();
    sourceHash = source.hash();
    keys = new long[n * width];
    checks = new int[n];
    labels = copies.labels(source, 0).encoded();
    for (int instance = 0; instance < n; instance++) {
      Labels copy = copies.labels(source, instance);
      shape.keys(copy, keys, instance * width);
      checks[instance] = Shape.check(copy);
    }
    maxSampleBytes = shape.rowBytes() + RowBody.seriesBytes(labels.length, 1, width);
  }

  @Override
  public int maxSampleBytes() {
    return maxSampleBytes;
  }
}
