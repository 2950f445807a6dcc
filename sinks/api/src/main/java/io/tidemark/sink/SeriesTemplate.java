package io.tidemark.sink;

/**
 * A series made ready for its format: its labels in the wire's bytes, with a hole for the instance
 * value.
 */
public interface SeriesTemplate {
  /** The most bytes, before compression, that one sample of one instance of this series takes. */
  int maxSampleBytes();
}
