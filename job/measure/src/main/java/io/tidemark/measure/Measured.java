package io.tidemark.measure;

/**
 * A step's window with what it is the mean of.
 *
 * @param rates samples acknowledged per second in each {@link ObservationLog#GRID_MILLIS} ms of it
 */
public record Measured(Window window, double[] rates) {
  public double samplesPerSecond() {
    return window.throughput().samplesPerSecond();
  }
}
