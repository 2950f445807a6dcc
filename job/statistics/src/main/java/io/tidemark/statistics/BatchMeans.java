package io.tidemark.statistics;

import java.util.Arrays;

/**
 * Means of consecutive observations: what follows each other closely is correlated, and means of
 * batches longer than the correlation are nearly independent.
 */
final class BatchMeans {
  private BatchMeans() {}

  /** An incomplete last batch is left out. */
  static double[] of(double[] observations, int batch) {
    var means = new double[observations.length / batch];
    for (int i = 0; i < means.length; i++) {
      means[i] = Moments.mean(Arrays.copyOfRange(observations, i * batch, (i + 1) * batch));
    }
    return means;
  }
}
