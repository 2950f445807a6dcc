package io.tidemark.benchmarks.measure;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.process.LinuxProcess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Something that works without end, counts what it does, and can be frozen while others are
 * measured. It runs from its start on.
 */
public interface Contender extends AutoCloseable {
  /** What it consists of; each sends to those after it. */
  List<LinuxProcess> processes();

  default void freeze() {
    processes().forEach(LinuxProcess::freeze);
  }

  /** Those that are sent to first. */
  default void resume() {
    var receiversFirst = new ArrayList<>(processes());
    Collections.reverse(receiversFirst);
    receiversFirst.forEach(LinuxProcess::resume);
  }

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
