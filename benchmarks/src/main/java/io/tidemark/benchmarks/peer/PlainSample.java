package io.tidemark.benchmarks.peer;

import java.io.Serializable;

/**
 * An amplified sample as an object, as in a straightforward job.
 *
 * @param labels labels in the encoding of {@link io.tidemark.series.Labels}, shared by all copies
 */
record PlainSample(byte[] labels, long timestampMillis, double value) implements Serializable {
  private static final int TIMESTAMP_AND_VALUE_BYTES = 16;

  int bytes() {
    return labels.length + TIMESTAMP_AND_VALUE_BYTES;
  }
}
