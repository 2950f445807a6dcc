package io.tidemark.measure;

/**
 * A step's window with what it is the mean of.
 *
 * @param rates samples acknowledged per second in each {@link WindowReader#GRID_MILLIS} of it
 */
public record Measured(Window window, double[] rates) {
  public double samplesPerSecond() {
    return window.throughput().samplesPerSecond();
  }
}
