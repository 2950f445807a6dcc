package io.tidemark.sink;

import io.tidemark.series.Slice;

/**
 * Collects source samples and writes their M×N copies into payloads. This is the hot path:
 * implementations allocate nothing per sample. One builder is used again and again; it is not
 * thread-safe.
 */
public interface PayloadBuilder {
  /** Adds one source sample; the template must come from the same {@link WireFormat}. */
  default void append(SeriesTemplate template, long timestampMillis, double value) {
    append(template, timestampMillis, value, value);
  }

  /**
   * Adds one source sample whose copies may be interpolated.
   *
   * @param endValue the series' value one interval later ({@link
   *     io.tidemark.series.Interpolation#endValue}); it counts for {@link
   *     io.tidemark.series.ValueMode#INTERPOLATE} only
   */
  void append(SeriesTemplate template, long timestampMillis, double value, double endValue);

  /** Returns the number of source samples appended since {@link #clear()}. */
  int sourceSamples();

  /**
   * Returns an upper bound of the size of {@code encode(amplification.all())}, in bytes before
   * compression.
   */
  long maxRawBytes();

  /**
   * Writes the slice's copies of every appended sample in the layout's order. The appended samples
   * stay.
   */
  Payload encode(Slice slice);

  /** Forgets the appended samples. */
  void clear();
}
