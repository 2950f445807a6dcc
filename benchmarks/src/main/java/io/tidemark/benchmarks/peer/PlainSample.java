package io.tidemark.benchmarks.peer;

import java.io.Serializable;

/**
 * One amplified sample as an object, as a straightforward job has it.
 *
 * @param labels in {@link io.tidemark.series.Labels}' encoding, shared by the copies of a sample
 */
record PlainSample(byte[] labels, long timestampMillis, double value) implements Serializable {
  private static final int TIMESTAMP_AND_VALUE_BYTES = 16;

  int bytes() {
    return labels.length + TIMESTAMP_AND_VALUE_BYTES;
  }
}
