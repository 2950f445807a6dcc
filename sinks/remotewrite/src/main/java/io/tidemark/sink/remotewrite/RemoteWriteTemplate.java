package io.tidemark.sink.remotewrite;

import io.tidemark.sink.SeriesTemplate;
import java.util.Arrays;

/**
 * A series' label fields as they go over the wire, and where in them the instance labels are. About
 * 90 bytes besides the labels, which are shared with {@link io.tidemark.series.Labels} unless the
 * target adds labels, and of further instance labels 12 each: a million of these must fit in
 * memory.
 *
 * <p>Each instance label is a hole {@code labels[holeStart, holeEnd)}, its value {@code
 * labels[valueStart, holeEnd)}. A series without any has one empty hole where the first of them
 * belongs in name order.
 */
final class RemoteWriteTemplate implements SeriesTemplate {
  /** A tag and the longest size below 2^31. */
  static final int MAX_ENTRY_HEADER_BYTES = 1 + 5;

  /** A {@code Sample} field with a timestamp of ten bytes, as negative ones have. */
  static final int MAX_SAMPLE_FIELD_BYTES = 2 + 1 + 8 + 1 + 10;

  private static final int HOLE_INTS = 3;

  final byte[] labels;
  final long sourceHash;
  private final int holeStart;
  private final int valueStart;
  private final int holeEnd;

  /** The same three of each hole after the first; null if that is all. */
  private final int[] further;

  private final int maxSampleBytes;

  /**
   * What {@link LabelDelta} keeps here, of the one builder that the template is for; null at first.
   */
  DeltaSteps steps;

  /** What {@link Symbols} keeps here, of remote write 2; null at first. */
  SymbolIds symbols;

  /**
   * @param sourceHash of the source's labels, before extra labels: what jitter derives from
   * @param holes start, start of the value, and end of each, in their order; at least one
   */
  RemoteWriteTemplate(byte[] labels, long sourceHash, int[] holes, int maxSampleBytes) {
    this.labels = labels;
    this.sourceHash = sourceHash;
    holeStart = holes[0];
    valueStart = holes[1];
    holeEnd = holes[2];
    further = holes.length == HOLE_INTS ? null : Arrays.copyOfRange(holes, HOLE_INTS, holes.length);
    this.maxSampleBytes = maxSampleBytes;
  }

  int holes() {
    return further == null ? 1 : 1 + further.length / HOLE_INTS;
  }

  int holeStart(int hole) {
    return hole == 0 ? holeStart : further[HOLE_INTS * (hole - 1)];
  }

  int valueStart(int hole) {
    return hole == 0 ? valueStart : further[HOLE_INTS * (hole - 1) + 1];
  }

  int holeEnd(int hole) {
    return hole == 0 ? holeEnd : further[HOLE_INTS * (hole - 1) + 2];
  }

  @Override
  public int maxSampleBytes() {
    return maxSampleBytes;
  }
}
