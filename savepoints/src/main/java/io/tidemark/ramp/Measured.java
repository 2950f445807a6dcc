package io.tidemark.ramp;

import io.tidemark.ceiling.Window;

/**
 * A step's window with what it is the mean of.
 *
 * @param rates samples acknowledged per second in each {@link WindowReader#GRID_MILLIS} of it
 */
record Measured(Window window, double[] rates) {
  double samplesPerSecond() {
    return window.throughput().samplesPerSecond();
  }
}
