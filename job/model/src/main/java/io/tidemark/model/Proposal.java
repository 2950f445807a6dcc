package io.tidemark.model;

import java.util.List;
import java.util.random.RandomGenerator;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.special.Gamma;

/**
 * A multivariate Student distribution that points are drawn from: its tails are heavier than a
 * posterior's, so that no weight becomes large.
 */
final class Proposal {
  private static final int FREEDOM = 5;

  private final double[] centre;
  private final RealMatrix root;
  private final double logConstant;

  Proposal(double[] centre, RealMatrix covariance) {
    this.centre = centre;
    this.root = new CholeskyDecomposition(covariance, 1e-6, 1e-14).getL();
    int size = centre.length;
    double log = 0;
    for (int i = 0; i < size; i++) {
      log -= Math.log(root.getEntry(i, i));
    }
    this.logConstant =
        log
            + Gamma.logGamma((FREEDOM + size) / 2.0)
            - Gamma.logGamma(FREEDOM / 2.0)
            - size / 2.0 * Math.log(FREEDOM * Math.PI);
  }

  /** Makes one with the mean and covariance of weighted points, slightly widened. */
  static Proposal around(List<double[]> points, double[] weights, double wider) {
    int size = points.get(0).length;
    double sum = 0;
    var mean = new double[size];
    for (int p = 0; p < weights.length; p++) {
      sum += weights[p];
      for (int i = 0; i < size; i++) {
        mean[i] += weights[p] * points.get(p)[i];
      }
    }
    for (int i = 0; i < size; i++) {
      mean[i] /= sum;
    }
    var covariance = new double[size][size];
    for (int p = 0; p < weights.length; p++) {
      double weight = wider * weights[p] / sum;
      double[] point = points.get(p);
      for (int i = 0; i < size; i++) {
        for (int j = 0; j <= i; j++) {
          covariance[i][j] += weight * (point[i] - mean[i]) * (point[j] - mean[j]);
        }
      }
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        covariance[j][i] = covariance[i][j];
      }
      covariance[i][i] += 1e-4;
    }
    return new Proposal(mean, new Array2DRowRealMatrix(covariance, false));
  }

  double[] draw(RandomGenerator random) {
    int size = centre.length;
    var normal = new double[size];
    for (int i = 0; i < size; i++) {
      normal[i] = random.nextGaussian();
    }
    double chi = 0;
    for (int i = 0; i < FREEDOM; i++) {
      double each = random.nextGaussian();
      chi += each * each;
    }
    double factor = Math.sqrt(FREEDOM / chi);
    double[] step = root.operate(normal);
    for (int i = 0; i < size; i++) {
      step[i] = centre[i] + factor * step[i];
    }
    return step;
  }

  double logDensity(double[] at) {
    int size = centre.length;
    // Forward substitution: root · solved = at − centre.
    var solved = new double[size];
    double squares = 0;
    for (int i = 0; i < size; i++) {
      double rest = at[i] - centre[i];
      for (int j = 0; j < i; j++) {
        rest -= root.getEntry(i, j) * solved[j];
      }
      solved[i] = rest / root.getEntry(i, i);
      squares += solved[i] * solved[i];
    }
    return logConstant - (FREEDOM + size) / 2.0 * Math.log(1 + squares / FREEDOM);
  }
}
