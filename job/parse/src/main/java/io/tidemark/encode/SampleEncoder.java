package io.tidemark.encode;

import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/**
 * Writes samples as a format has them: the way back of a parser. Pure; keeps only scratch memory
 * between calls. What the format has no way to say is written wrongly, and does not read back: see
 * {@code io.tidemark.format.RecordFormatter}.
 */
public interface SampleEncoder {
  /** Appends the sample as one part of a record, such as a line with its end. */
  void encode(Sample sample, ByteArrayOutputStream to);

  /**
   * The record as it lies in a topic.
   *
   * @param parts one or more, one after another
   */
  default byte[] record(byte[] parts) {
    return parts;
  }
}
