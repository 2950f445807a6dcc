package io.tidemark.search;

import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.proof.MeanWindow;
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
  /** Of the fastest one's throughput. */
  private static final double NOT_HELD_BACK = 0.85;

  /** Fewer windows don't show how far apart windows are. */
  private static final int ENOUGH = 3;

  Window window() {
    return judged.window();
  }

  /**
   * All of them as one, but for those which something held back: code that was still being compiled
   * say, or others on the host. They say nothing of what stops the faster ones.
   */
  Window together() {
    double best = windows.stream().mapToDouble(Measured::samplesPerSecond).max().orElseThrow();
    List<Measured> kept =
        windows.stream()
            .filter(window -> window.samplesPerSecond() >= NOT_HELD_BACK * best)
            .toList();
    Window mean = MeanWindow.of(kept.stream().map(Measured::window).toList());
    return kept.size() < ENOUGH ? mean : mean.with(ofMean(kept));
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
      Estimate mean = ofMean(windows);
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
    return new Estimate(value, Math.max(0, low), high);
  }

  private static Estimate ofMean(List<Measured> windows) {
    return Estimate.ofSeries(windows.stream().mapToDouble(Measured::samplesPerSecond).toArray());
  }

  private double mean(ToDoubleFunction<Measured> of) {
    return windows.stream().mapToDouble(of).average().orElseThrow();
  }
}
