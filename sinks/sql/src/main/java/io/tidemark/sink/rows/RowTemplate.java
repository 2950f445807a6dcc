package io.tidemark.sink.rows;

import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.sink.SeriesTemplate;
import java.util.zip.CRC32;

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

  /** By which two series with the same keys are told apart; of another kind than the keys. */
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
