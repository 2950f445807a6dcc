package io.tidemark.benchmarks.lab.truth;

import io.tidemark.benchmarks.lab.setup.Knob;
import java.util.Optional;

/** Measures a set-up unchanged, and with one property doubled. */
public interface Stand {
  /**
   * @param doubled the knob to double; empty for the unchanged set-up
   */
  Measured measure(Optional<Knob> doubled);

  /**
   * A window.
   *
   * @param knob name of the doubled knob; "" for the unchanged set-up
   * @param samplesPerSecond samples acknowledged and stored, per second
   * @param idle idle share of the host's CPU, 0 to 1
   * @param jobCores cores that the job's processes used
   * @param databaseCores cores that the first database used
   */
  record Measured(
      String knob, double samplesPerSecond, double idle, double jobCores, double databaseCores) {}
}
