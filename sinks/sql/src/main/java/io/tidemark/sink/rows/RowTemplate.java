package io.tidemark.sink.rows;

import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.sink.SeriesTemplate;
import java.util.zip.CRC32;

/**
 * A series ready to be written as rows: the key of each of its N instances, eight bytes a column,
 * and four bytes to check each key by.
 */
final class RowTemplate implements SeriesTemplate {
  /** The labels of instance 0, with the target's extra labels. */
  final byte[] labels;

  /** The hash of the source's labels without extra ones, from which jitter is derived. */
  final long sourceHash;

  /** The keys, instance by instance. */
  final long[] keys;

  final int[] checks;
  private final int maxSampleBytes;

  RowTemplate(RowCode code, Copies copies, Labels source) {
    int n = copies.amplification().n();
    int width = code.width();
    sourceHash = source.hash();
    keys = new long[n * width];
    checks = new int[n];
    labels = copies.labels(source, 0).encoded();
    for (int instance = 0; instance < n; instance++) {
      Labels copy = copies.labels(source, instance);
      code.keys(copy, keys, instance * width);
      checks[instance] = check(copy);
    }
    maxSampleBytes = code.rowBytes() + RowBody.seriesBytes(labels.length, 1, width);
  }

  /**
   * Returns the number by which two series with the same keys are told apart; its hash is of
   * another kind than the keys'.
   */
  static int check(Labels labels) {
    var crc = new CRC32();
    crc.update(labels.encoded());
    return (int) crc.getValue();
  }

  @Override
  public int maxSampleBytes() {
    return maxSampleBytes;
  }
}
