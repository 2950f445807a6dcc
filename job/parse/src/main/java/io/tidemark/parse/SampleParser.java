package io.tidemark.parse;

import io.tidemark.series.Sample;
import java.io.Serializable;

/**
 * Turns the bytes of one record into samples. Pure: no I/O, no clock; keeps only scratch memory
 * between calls. Never throws, whatever the bytes.
 */
public interface SampleParser {
  /**
   * Hands each sample to {@code out.sample} in the record's order, and each part of the record that
   * can't be read to {@code out.rejected}. A part is either read whole or rejected whole.
   *
   * @param recordTimestampMillis stands in for a timestamp the format lets out, -1 if there is none
   */
  void parse(byte[] record, long recordTimestampMillis, Output out);

  interface Output {
    void sample(Sample sample);

    /** One of those that stand for a native histogram of remote write. */
    default void sampleOfHistogram(Sample sample) {
      sample(sample);
    }

    /** Where the parser may remember series; null if nobody keeps it. */
    default SeriesMemory memory() {
      return null;
    }

    /** A sample of a series of {@link #memory}. */
    default void sample(int number, long timestampMillis, double value) {
      sample(new Sample(memory().labels(number), timestampMillis, value));
    }

    /**
     * Bytes {@code [offset, offset + length)} can't be used: of the record itself, or of what it
     * holds compressed. They are only valid during the call.
     *
     * @param detail what exactly; may quote the input
     */
    void rejected(Rejection why, String detail, byte[] bytes, int offset, int length);
  }

  /** Makes parsers, one per task. */
  interface Factory extends Serializable {
    SampleParser create();
  }
}
