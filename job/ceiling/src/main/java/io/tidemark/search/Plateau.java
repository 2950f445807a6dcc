package io.tidemark.search;

import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.statistics.Estimate;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All that was measured of one load with nothing changed. A database's work comes and goes, with
 * its merges say, in times longer than a window: windows at several times of a search give the mean
 * better than one long window would.
 *
 * @param judged the window that the verdict is of
 * @param windows valid ones in the order they were measured, not empty
 */
record Plateau(Measured judged, List<Measured> windows) {
  /** Fewer windows don't show how far apart windows are. */
  private static final int ENOUGH = 3;

  Window window() {
    return judged.window();
  }

  /** The mean of the windows. */
  double samplesPerSecond() {
    return mean(Measured::samplesPerSecond);
  }

  /**
   * With the interval of the mean of so many windows, where a steady change of the host's speed is
   * no spread; of few the interval of one of them, widened to hold them all. Null if that has none.
   */
  Estimate estimate() {
    double value = samplesPerSecond();
    if (windows.size() >= ENOUGH) {
      var mean =
          Estimate.ofSeries(windows.stream().mapToDouble(Measured::samplesPerSecond).toArray());
      return new Estimate(mean.value(), Math.max(0, mean.low()), mean.high());
    }
    Window.Throughput one = window().throughput();
    if (one.low() == null || one.high() == null) {
      return null;
    }
    double low = value - (one.samplesPerSecond() - one.low());
    double high = value + (one.high() - one.samplesPerSecond());
    for (Measured window : windows) {
      low = Math.min(low, window.samplesPerSecond());
      high = Math.max(high, window.samplesPerSecond());
    }
    return new Estimate(value, low, high);
  }

  /** Null if a window lacks it. */
  Double databaseCores() {
    boolean known =
        windows.stream()
            .map(step -> step.window().database())
            .allMatch(database -> database != null && database.cpuCoresUsed() != null);
    return known ? Double.valueOf(mean(step -> step.window().database().cpuCoresUsed())) : null;
  }

  double jobCores() {
    return mean(step -> step.window().job().cpuCores());
  }

  private double mean(ToDoubleFunction<Measured> of) {
    return windows.stream().mapToDouble(of).average().orElseThrow();
  }
}
