package io.tidemark.sink.remotewrite;

import io.tidemark.sink.SeriesTemplate;
import java.util.Arrays;

/**
 * A series' label fields as they go over the wire, and where in them the instance labels are. It
 * takes about 90 bytes besides the labels, which it shares with {@link io.tidemark.series.Labels}
 * unless the target adds labels, and 12 for each further instance label: a million templates must
 * fit in memory.
 *
 * <p>Each instance label is a hole {@code labels[holeStart, holeEnd)}, its value {@code
 * labels[valueStart, holeEnd)}. A series that has none gets one empty hole where the first of the
 * instance labels belongs in the order of names.
 */
final class RemoteWriteTemplate implements SeriesTemplate {
  /** The bytes of a tag and of the longest size below 2^31. */
  static final int MAX_ENTRY_HEADER_BYTES = 1 + 5;

  /** The bytes of a {@code Sample} field with a timestamp of ten bytes, as negative ones have. */
  static final int MAX_SAMPLE_FIELD_BYTES = 2 + 1 + 8 + 1 + 10;

  private static final int HOLE_INTS = 3;

  final byte[] labels;
  final long sourceHash;
  private final int holeStart;
  private final int valueStart;
  private final int holeEnd;

  /** Start, start of the value, and end of each hole after the first; null if there is no other. */
  private final int[] further;

  private final int maxSampleBytes;

  /**
   * The steps that {@link LabelDelta} keeps here for the one builder that the template is for; null
   * at first.
   */
  DeltaSteps steps;

  /** The ids that {@link Symbols} keeps here for remote write 2; null at first. */
  SymbolIds symbols;

  /**
   * @param sourceHash the hash of the source's labels without extra ones, from which jitter is
   *     derived
   * @param holes start, start of the value, and end of each hole, in their order; at least one hole
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
