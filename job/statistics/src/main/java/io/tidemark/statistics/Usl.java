package io.tidemark.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * The Universal Scalability Law (Gunther 1993): X(N) = λN / (1 + σ(N−1) + κN(N−1)), fitted by least
 * squares on X with 0 ≤ σ, κ ≤ 1, as the R package {@code usl} does. It describes a curve; it names
 * no cause.
 *
 * @param lambda the throughput at N = 1
 * @param sigma the contention
 * @param kappa the coherency
 * @param residualError the standard error of the residuals, in the unit of throughput
 * @param largestLoad the largest N that was measured
 */
public record Usl(
    Coefficient lambda,
    Coefficient sigma,
    Coefficient kappa,
    double residualError,
    double largestLoad) {
  /**
   * A coefficient with its standard error, and its interval by Student's t, within what the law
   * allows.
   */
  public record Coefficient(double value, double standardError, double low, double high) {}

  public static final int MIN_POINTS = 4;

  /**
   * Returns N* = √((1−σ)/κ), where throughput begins to fall. It is empty unless κ's interval
   * excludes 0 and the measurement reached N*: what lies beyond is extrapolated.
   */
  public OptionalDouble peakLoad() {
    double peak = Math.sqrt((1 - sigma.value) / kappa.value);
    return kappa.low > 0 && peak >= 1 && peak <= largestLoad
        ? OptionalDouble.of(peak)
        : OptionalDouble.empty();
  }

  /**
   * @param load N of each point, at least three different ones
   * @param throughput X of each point
   */
  public static Usl of(double[] load, double[] throughput) {
    long distinct = Arrays.stream(load).distinct().count();
    if (load.length != throughput.length || load.length < MIN_POINTS || distinct < 3) {
      throw new IllegalArgumentException(
          "too few points for a USL fit: loads=%d, throughputs=%d, at least %d; distinct=%d, at least 3"
              .formatted(load.length, throughput.length, MIN_POINTS, distinct));
    }
    if (!Stream.of(load, throughput)
        .flatMapToDouble(Arrays::stream)
        .allMatch(x -> x > 0 && x < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "a USL fit needs positive loads and throughputs: loads=%s, throughputs=%s"
              .formatted(Arrays.toString(load), Arrays.toString(throughput)));
    }
    return new Curve(load, throughput).fit();
  }

  /**
   * The curve in units that make all three parameters of order 1: X over the largest X/N, and κ
   * times the largest N squared.
   */
  private static final class Curve {
    /** Marks a parameter that is free; the others are held at their bound. */
    private static final double FREE = Double.NaN;

    private static final int MAX_STEPS = 1000;

    private final double[] load;
    private final double[] scaled;
    private final double rate;
    private final double largest;
    private final double kappaUnit;

    Curve(double[] load, double[] throughput) {
      this.load = load;
      rate =
          IntStream.range(0, load.length)
              .mapToDouble(i -> throughput[i] / load[i])
              .max()
              .orElseThrow();
      scaled = Arrays.stream(throughput).map(x -> x / rate).toArray();
      largest = Arrays.stream(load).max().orElseThrow();
      kappaUnit = 1 / (largest * largest);
    }

    /** Returns the best of all choices of σ and κ being free or at a bound. */
    Usl fit() {
      double[] sigmas = {FREE, 0, 1};
      double[] kappas = {FREE, 0, 1 / kappaUnit};
      double[] best =
          Arrays.stream(sigmas)
              .boxed()
              .flatMap(sigma -> Arrays.stream(kappas).mapToObj(kappa -> fit(sigma, kappa)))
              .min(Comparator.comparingDouble(this::squares))
              .orElseThrow();
      int degreesOfFreedom = load.length - 3;
      double residual = Math.sqrt(squares(best) / degreesOfFreedom);
      double[] errors = standardErrors(best, residual);
      double student = Estimate.studentQuantile(degreesOfFreedom);
      return new Usl(
          coefficient(best[0], errors[0], student, rate, Double.POSITIVE_INFINITY),
          coefficient(best[1], errors[1], student, 1, 1),
          coefficient(best[2], errors[2], student, kappaUnit, 1),
          residual * rate,
          largest);
    }

    private static Coefficient coefficient(
        double value, double error, double student, double unit, double bound) {
      return new Coefficient(
          value * unit,
          error * unit,
          Math.max(0, (value - student * error) * unit),
          Math.min(bound, (value + student * error) * unit));
    }

    /** Returns λ, σ, κ. */
    private double[] fit(double sigma, double kappa) {
      boolean sigmaFree = Double.isNaN(sigma);
      boolean kappaFree = Double.isNaN(kappa);
      double[] start = {1, sigmaFree ? 0.1 : sigma, kappaFree ? 0.1 : kappa};
      var problem =
          new LeastSquaresBuilder()
              .start(start)
              .target(scaled)
              .model(point -> model(point, sigmaFree, kappaFree))
              .parameterValidator(this::bounded)
              .maxIterations(MAX_STEPS)
              .maxEvaluations(MAX_STEPS)
              .build();
      return new LevenbergMarquardtOptimizer().optimize(problem).getPoint().toArray();
    }

    private RealVector bounded(RealVector point) {
      return new ArrayRealVector(
          new double[] {
            Math.max(0, point.getEntry(0)),
            Math.min(Math.max(0, point.getEntry(1)), 1),
            Math.min(Math.max(0, point.getEntry(2)), 1 / kappaUnit)
          });
    }

    /** A parameter that is held has a derivative of 0, which keeps it where it is. */
    private Pair<RealVector, RealMatrix> model(
        RealVector point, boolean sigmaFree, boolean kappaFree) {
      double[] p = point.toArray();
      var values = new double[load.length];
      var slopes = new double[load.length][];
      for (int i = 0; i < load.length; i++) {
        double[] gradient = gradient(p, load[i]);
        values[i] = p[0] * gradient[0];
        slopes[i] =
            new double[] {gradient[0], sigmaFree ? gradient[1] : 0, kappaFree ? gradient[2] : 0};
      }
      return new Pair<>(
          new ArrayRealVector(values, false), new Array2DRowRealMatrix(slopes, false));
    }

    private double[] gradient(double[] p, double n) {
      double perLambda = n / (1 + (n - 1) * (p[1] + p[2] * kappaUnit * n));
      double perSigma = -p[0] * perLambda * perLambda * (n - 1) / n;
      return new double[] {perLambda, perSigma, perSigma * n * kappaUnit};
    }

    private double squares(double[] p) {
      double sum = 0;
      for (int i = 0; i < load.length; i++) {
        double residual = scaled[i] - p[0] * gradient(p, load[i])[0];
        sum += residual * residual;
      }
      return sum;
    }

    /** Returns the roots of the diagonal of s²·(JᵀJ)⁻¹, of all three also if a bound is met. */
    private double[] standardErrors(double[] p, double residual) {
      var slopes = new Array2DRowRealMatrix(load.length, 3);
      for (int i = 0; i < load.length; i++) {
        slopes.setRow(i, gradient(p, load[i]));
      }
      RealMatrix inverse = MatrixUtils.inverse(slopes.transposeMultiply(slopes));
      return IntStream.range(0, 3)
          .mapToDouble(i -> residual * Math.sqrt(inverse.getEntry(i, i)))
          .toArray();
    }
  }
}
