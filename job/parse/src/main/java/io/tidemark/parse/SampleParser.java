package io.tidemark.parse;

import io.tidemark.series.Sample;
import java.io.Serializable;

/**
 * Turns the bytes of one record into samples. Pure: no I/O, no clock; keeps only scratch memory
 * between calls. Never throws, whatever the bytes.
 */
public interface SampleParser {
  /**
   * Passes each sample to {@code out.sample} in the record's order, and each part of the record
   * that can't be read to {@code out.rejected}. A part is either read completely or rejected
   * completely.
   *
   * @param recordTimestampMillis timestamp for samples whose format lets them omit it; -1 if the
   *     record has none
   */
  void parse(byte[] record, long recordTimestampMillis, Output out);

  interface Output {
    void sample(Sample sample);

    /** Takes one of the samples that stand for a native histogram of remote write. */
    default void sampleOfHistogram(Sample sample) {
      sample(sample);
    }

    /** Returns where the parser may remember series; null if series are not remembered. */
    default SeriesMemory memory() {
      return null;
    }

    /** Takes a sample of a series that {@link #memory} has numbered. */
    default void sample(int number, long timestampMillis, double value) {
      sample(new Sample(memory().labels(number), timestampMillis, value));
    }

    /**
     * Takes a part that can't be used: bytes {@code [offset, offset + length)} of the record, or of
     * its decompressed content. They are only valid during the call.
     *
     * @param detail the exact problem, which may quote the input
     */
    void rejected(Rejection why, String detail, byte[] bytes, int offset, int length);
  }

  /** Makes one parser for each task. */
  interface Factory extends Serializable {
    SampleParser create();
  }
}
