package io.tidemark.benchmarks.measure;

/**
 * Something that works without end, counts what it does, and can be frozen while others are
 * measured. It runs from its start on.
 */
public interface Contender extends AutoCloseable {
  void freeze();

  void resume();

  /** Its counters now. */
  Reading read();

  @Override
  void close();
}
