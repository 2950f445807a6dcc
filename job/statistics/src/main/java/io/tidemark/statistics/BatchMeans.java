package io.tidemark.statistics;

import java.util.Arrays;

/**
 * Means of consecutive observations. Observations that follow each other closely are correlated;
 * means of batches longer than the correlation are nearly independent.
 */
final class BatchMeans {
  private BatchMeans() {}

  /** Returns the means of whole batches; an incomplete last one is left out. */
  static double[] of(double[] observations, int batch) {
    var means = new double[observations.length / batch];
    for (int i = 0; i < means.length; i++) {
      means[i] = Moments.mean(Arrays.copyOfRange(observations, i * batch, (i + 1) * batch));
    }
    return means;
  }
}
