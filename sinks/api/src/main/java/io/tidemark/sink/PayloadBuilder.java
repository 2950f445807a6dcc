package io.tidemark.sink;

import io.tidemark.series.Slice;

/**
 * Collects source samples and writes their M×N copies into payloads. The hot path: implementations
 * allocate nothing per sample. Reused, not thread-safe.
 */
public interface PayloadBuilder {
  /** Adds one source sample; the template must come from the same {@link WireFormat}. */
  default void append(SeriesTemplate template, long timestampMillis, double value) {
    append(template, timestampMillis, value, value);
  }

  /**
   * The same for {@link io.tidemark.series.ValueMode#INTERPOLATE}; otherwise the last does not
   * count.
   *
   * @param endValue where the series stands an interval later ({@link
   *     io.tidemark.series.Interpolation#endValue})
   */
  void append(SeriesTemplate template, long timestampMillis, double value, double endValue);

  /** Source samples appended since {@link #clear()}. */
  int sourceSamples();

  /** An upper bound, in bytes before compression, of {@code encode(amplification.all())}. */
  long maxRawBytes();

  /**
   * Writes the slice's copies of every appended sample in the layout's order; keeps what was
   * appended.
   */
  Payload encode(Slice slice);

  /** Forgets what was appended. */
  void clear();
}
