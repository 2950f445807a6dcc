package io.tidemark.statistics;

import java.util.Arrays;

/**
 * Means of consecutive observations: what follows each other closely is correlated, and an interval
 * that takes it for independent is too narrow. Means of batches longer than the correlation are
 * nearly independent (Schmeiser 1982, who finds 10 to 30 batches to be enough).
 */
public final class BatchMeans {
  public static final int MIN_BATCHES = 10;

  private BatchMeans() {}

  /** An incomplete last batch is left out. */
  public static double[] of(double[] observations, int batch) {
    var means = new double[observations.length / batch];
    for (int i = 0; i < means.length; i++) {
      means[i] = Moments.mean(Arrays.copyOfRange(observations, i * batch, (i + 1) * batch));
    }
    return means;
  }

  /**
   * Batches doubled until neighbours no longer correlate (one-sided 5 % test), as long as {@link
   * #MIN_BATCHES} remain.
   */
  public static double[] uncorrelated(double[] observations) {
    int batch = 1;
    double[] means = observations;
    while (correlated(means) && observations.length / (2 * batch) >= MIN_BATCHES) {
      batch *= 2;
      means = of(observations, batch);
    }
    return means;
  }

  /** Of lag 1; independent observations have −1/n ± 1/√n. 0 if nothing varies. */
  static double autocorrelation(double[] values) {
    double mean = Moments.mean(values);
    double squares = Moments.squares(values);
    double products = 0;
    for (int i = 1; i < values.length; i++) {
      products += (values[i] - mean) * (values[i - 1] - mean);
    }
    return squares == 0 ? 0 : products / squares;
  }

  private static boolean correlated(double[] values) {
    int n = values.length;
    return n > 2 && autocorrelation(values) + 1.0 / n > 1.645 / Math.sqrt(n);
  }
}
