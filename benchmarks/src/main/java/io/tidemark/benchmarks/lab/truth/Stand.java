package io.tidemark.benchmarks.lab.truth;

import io.tidemark.benchmarks.lab.setup.Knob;
import java.util.Optional;

/** Where a set-up is measured as it is, and with one thing doubled. */
interface Stand {
  /**
   * @param doubled empty: as it is
   */
  Measured measure(Optional<Knob> doubled);

  /**
   * One window.
   *
   * @param samplesPerSecond acknowledged and stored
   * @param idle share of the host's CPU that nobody used
   */
  record Measured(double samplesPerSecond, double idle) {}
}
