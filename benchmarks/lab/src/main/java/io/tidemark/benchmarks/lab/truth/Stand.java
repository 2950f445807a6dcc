package io.tidemark.benchmarks.lab.truth;

import io.tidemark.benchmarks.lab.setup.Knob;
import java.util.Optional;

/** Where a set-up is measured as it is, and with one thing doubled. */
public interface Stand {
  /**
   * @param doubled empty: as it is
   */
  Measured measure(Optional<Knob> doubled);

  /**
   * One window.
   *
   * @param knob that was doubled; "" for the set-up as it is
   * @param samplesPerSecond acknowledged and stored
   * @param idle share of the host's CPU that nobody used
   * @param jobCores that the job's processes used
   * @param databaseCores that the first database used
   */
  record Measured(
      String knob, double samplesPerSecond, double idle, double jobCores, double databaseCores) {}
}
