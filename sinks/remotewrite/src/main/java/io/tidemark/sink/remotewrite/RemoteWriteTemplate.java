package io.tidemark.sink.remotewrite;

import io.tidemark.sink.SeriesTemplate;

/**
 * A series' label fields as they go over the wire, and where in them the instance label is. About
 * 90 bytes besides the labels, which are shared with {@link io.tidemark.series.Labels} unless the
 * target adds labels: a million of these must fit in memory.
 *
 * <p>The instance label is {@code labels[holeStart, holeEnd)}, its value {@code labels[valueStart,
 * holeEnd)}. A series without one has an empty hole where the label belongs in name order.
 */
final class RemoteWriteTemplate implements SeriesTemplate {
  /** A tag and the longest size below 2^31. */
  static final int MAX_ENTRY_HEADER_BYTES = 1 + 5;

  /** A {@code Sample} field with a timestamp of ten bytes, as negative ones have. */
  static final int MAX_SAMPLE_FIELD_BYTES = 2 + 1 + 8 + 1 + 10;

  final byte[] labels;
  final long sourceHash;
  final int holeStart;
  final int valueStart;
  final int holeEnd;
  private final int maxSampleBytes;

  /**
   * What {@link LabelDelta} keeps here, of the one builder that the template is for; null at first.
   */
  DeltaSteps steps;

  /**
   * @param sourceHash of the source's labels, before extra labels: what jitter derives from
   */
  RemoteWriteTemplate(
      byte[] labels,
      long sourceHash,
      int holeStart,
      int valueStart,
      int holeEnd,
      int maxSampleBytes) {
    this.labels = labels;
    this.sourceHash = sourceHash;
    this.holeStart = holeStart;
    this.valueStart = valueStart;
    this.holeEnd = holeEnd;
    this.maxSampleBytes = maxSampleBytes;
  }

  @Override
  public int maxSampleBytes() {
    return maxSampleBytes;
  }
}
