package io.tidemark.sink;

/**
 * A series that is ready to be written in its format: its labels in the wire's bytes, with a gap
 * for the instance's value.
 */
public interface SeriesTemplate {
  /**
   * Returns the most bytes, before compression, that one sample of one instance of this series
   * takes.
   */
  int maxSampleBytes();
}
