package io.tidemark.encode;

import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/**
 * Writes samples in a format; it is the reverse of a parser. Pure; keeps only scratch memory
 * between calls. A sample that the format can't express is written in a way that does not read
 * back, see {@code io.tidemark.format.RecordFormatter}.
 */
public interface SampleEncoder {
  /** Appends the sample as a part of a record, for example as a line with its end. */
  void encode(Sample sample, ByteArrayOutputStream to);

  /**
   * Returns the record as it is stored in a topic.
   *
   * @param parts one or more parts, one after the other
   */
  default byte[] record(byte[] parts) {
    return parts;
  }
}
