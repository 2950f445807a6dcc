package io.tidemark.measure;

/**
 * A step's window with the rates that it averages.
 *
 * @param rates the samples acknowledged per second in each {@link ObservationLog#GRID_MILLIS} ms of
 *     it
 */
public record Measured(Window window, double[] rates) {
  public double samplesPerSecond() {
    return window.throughput().samplesPerSecond();
  }
}
