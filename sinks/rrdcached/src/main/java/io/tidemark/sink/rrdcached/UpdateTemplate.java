package io.tidemark.sink.rrdcached;

import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.sink.SeriesTemplate;

/** A series ready to be written: what a line of each of its N instances begins with. */
final class UpdateTemplate implements SeriesTemplate {
  /** Of the source's labels, without extra ones: what jitter derives from. */
  final long sourceHash;

  /** Instance by instance. */
  final byte[][] heads;

  private final int maxSampleBytes;

  UpdateTemplate(SeriesPath path, Copies copies, Labels source) {
    sourceHash = source.hash();
    heads = new byte[copies.amplification().n()][];
    int longest = 0;
    for (int instance = 0; instance < heads.length; instance++) {
      heads[instance] = UpdateLine.head(path.of(copies.labels(source, instance)));
      longest = Math.max(longest, UpdateLine.maxBytes(heads[instance]));
    }
    maxSampleBytes = longest;
  }

  @Override
  public int maxSampleBytes() {
    return maxSampleBytes;
  }
}
