package io.tidemark.benchmarks.measure;

import io.tidemark.benchmarks.result.Figure;
import java.util.List;
import java.util.Map;

/**
 * Something that works without end, counts what it does, and can be frozen while others are
 * measured. It runs from its start on.
 */
public interface Contender extends AutoCloseable {
  void freeze();

  void resume();

  /** Its counters now. */
  Reading read();

  /** Begins to stop; called once, before {@link #figures}, and does not wait. */
  default void stop() {
    resume();
  }

  /**
   * What its windows say, by name; waits until it has stopped.
   *
   * @throws IllegalStateException if it did not work as it should have
   */
  Map<String, Figure> figures(List<ContenderWindow> windows);

  @Override
  void close();
}
