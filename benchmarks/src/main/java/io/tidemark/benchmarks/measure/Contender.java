package io.tidemark.benchmarks.measure;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.process.LinuxProcess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A program that works without end, counts what it does, and can be frozen while others are
 * measured. It runs from its start on.
 */
public interface Contender extends AutoCloseable {
  /** Returns its processes, each of which sends to those after it. */
  List<LinuxProcess> processes();

  default void freeze() {
    processes().forEach(LinuxProcess::freeze);
  }

  /** Continues the processes, receivers before those that send to them. */
  default void resume() {
    var receiversFirst = new ArrayList<>(processes());
    Collections.reverse(receiversFirst);
    receiversFirst.forEach(LinuxProcess::resume);
  }

  /** Returns the current values of its counters. */
  Reading read();

  /** Begins to stop, without waiting; called once, before {@link #figures}. */
  default void stop() {
    resume();
  }

  /**
   * Returns the figures of its windows by name, after it has stopped.
   *
   * @throws IllegalStateException if it did not work as it should
   */
  Map<String, Figure> figures(List<ContenderWindow> windows);

  @Override
  void close();
}
