package io.tidemark.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * An optimum of one structure's posterior: the most probable values of its parameters, as standard
 * normal variables. Each factor f of the posterior is written as a square, −2·log(f/max f), so that
 * least squares maximise the posterior. A fit may also stay at another point that draws are made
 * around.
 */
final class Fit {
  /** The probability that a reading is garbage, which says nothing of the network. */
  static final double GARBAGE = 0.03;

  /** Width of garbage in standard errors, over √(2π): garbage is spread evenly over 50 of them. */
  static final double GARBAGE_WIDTH = 20;

  private static final double STEP = 1e-3;

  /** An optimum so many log units below the best one, or more, is left out. */
  private static final double BEHIND = 6;

  private static final int MOST_OPTIMA = 3;
  private static final double NEAR = 0.3;
  private static final int MOST_EVALUATIONS = 60;

  /** Standard deviations of a prior within which a limiting value is looked for. */
  private static final double FARTHEST = 3;

  final Structure structure;
  final Scales scales;
  final World world;
  final List<Sighting> sightings;

  /** The power of the likelihood: see {@link Posterior}. */
  private final double counts;

  private final Effort effort;

  /** States of the network ({@link Effort}) that one evaluation computes. */
  private final long states;

  /** Number of readings in all sightings. */
  private final int readings;

  /** The standard normal variables at the optimum, or at the point of the fit. */
  final double[] mode;

  /** The inverse of the covariance at {@link #mode}, from first derivatives. */
  final RealMatrix precision;

  /**
   * The logarithm of the posterior at {@link #mode}, up to a constant that all structures share.
   */
  final double logAtMode;

  /**
   * @param from standard normal variables
   * @param search whether to search for an optimum from there, or to stay there
   */
  private Fit(
      Structure structure,
      Scales scales,
      World world,
      List<Sighting> sightings,
      double counts,
      Effort effort,
      double[] from,
      boolean search) {
    this.structure = structure;
    this.scales = scales;
    this.world = world;
    this.sightings = sightings;
    this.counts = counts;
    this.effort = effort;
    this.states =
        (long)
            sightings.stream()
                .mapToDouble(each -> Math.min(Network.MOST_IN_FLIGHT, each.settings().population()))
                .sum();
    this.readings = sightings.stream().mapToInt(each -> each.seen().size()).sum();
    this.mode = search ? optimum(from) : from;
    RealMatrix jacobian = jacobian(mode, residuals(mode));
    this.precision = jacobian.transposeMultiply(jacobian);
    this.logAtMode = log(mode);
  }

  /**
   * Returns the optima that are reached from several starts, the best first; of near ones only the
   * best.
   */
  static List<Fit> of(
      Structure structure,
      Scales scales,
      World world,
      List<Sighting> sightings,
      double counts,
      Effort effort,
      List<double[]> starts) {
    var all = new ArrayList<Fit>();
    for (double[] start : starts) {
      all.add(new Fit(structure, scales, world, sightings, counts, effort, start, true));
    }
    return best(all);
  }

  /** Returns these optima with the one that is reached from a richer structure's. */
  static List<Fit> also(List<Fit> optima, Fit richer) {
    Fit known = optima.get(0);
    double[] start =
        known.structure.parameters().stream()
            .mapToDouble(each -> richer.mode[richer.structure.parameters().indexOf(each)])
            .toArray();
    var all = new ArrayList<>(optima);
    all.add(known.from(start, true));
    return best(all);
  }

  /**
   * @param start standard normal variables
   * @param search whether to search for an optimum from there, or to stay there
   */
  Fit from(double[] start, boolean search) {
    return new Fit(structure, scales, world, sightings, counts, effort, start, search);
  }

  /**
   * Returns the points at which one delay or one mechanism alone explains the highest rate, and the
   * others are hardly noticed. As these matter little there, much of the posterior may lie around
   * such a point, far from an optimum at which several of them add up to the same rate.
   */
  List<Fit> whereOneLimits() {
    var found = new ArrayList<Fit>();
    for (int own = 0; own < mode.length; own++) {
      if (structure.parameters().get(own).mayLimit()) {
        double[] point = mode.clone();
        for (int i = 0; i < point.length; i++) {
          Parameter each = structure.parameters().get(i);
          point[i] = each.mayLimit() ? each.unnoticed() : mode[i];
        }
        if (reachesHighestRate(point, own)) {
          Fit fit = from(point, false);
          if (fit.logAtMode > logAtMode - BEHIND && found.stream().noneMatch(fit::isNear)) {
            found.add(fit);
          }
        }
      }
    }
    return found;
  }

  /**
   * Moves one parameter to where the network has the highest rate that was measured; returns false
   * if there is no such value.
   */
  private boolean reachesHighestRate(double[] point, int moved) {
    Sighting highest =
        sightings.stream()
            .max(Comparator.comparingDouble(each -> each.seen(Signal.RATE)))
            .orElseThrow();
    UnivariateFunction tooHigh =
        value -> {
          effort.use((long) Math.min(Network.MOST_IN_FLIGHT, highest.settings().population()));
          point[moved] = value;
          Network network = structure.network(point, scales, world, highest.settings());
          double rate = network.solve(highest.settings().population()).rate();
          return Math.log(rate / highest.seen(Signal.RATE));
        };
    // If a rate is NaN, there is no such value, either.
    if (!(tooHigh.value(-FARTHEST) * tooHigh.value(FARTHEST) <= 0)) {
      return false;
    }
    point[moved] = new BrentSolver(STEP).solve(MOST_EVALUATIONS, tooHigh, -FARTHEST, FARTHEST);
    return true;
  }

  private static List<Fit> best(List<Fit> all) {
    all.sort(Comparator.comparingDouble((Fit fit) -> fit.logAtMode).reversed());
    var kept = new ArrayList<Fit>();
    for (Fit fit : all) {
      boolean worth = fit.logAtMode > all.get(0).logAtMode - BEHIND && kept.size() < MOST_OPTIMA;
      if (worth && kept.stream().noneMatch(other -> fit.isNear(other))) {
        kept.add(fit);
      }
    }
    return kept;
  }

  boolean isNear(Fit other) {
    for (int i = 0; i < mode.length; i++) {
      if (Math.abs(mode[i] - other.mode[i]) > NEAR) {
        return false;
      }
    }
    return true;
  }

  /** Returns the logarithm of prior times likelihood, up to constants. */
  double log(double[] normals) {
    double sum = 0;
    for (double each : residuals(normals)) {
      sum += each * each;
    }
    return Double.isNaN(sum) ? Double.NEGATIVE_INFINITY : -sum / 2;
  }

  /**
   * Returns the residuals, whose squares sum to −2·{@link #log}: the variables themselves, which
   * are the prior, then one residual for each reading.
   */
  double[] residuals(double[] normals) {
    effort.use(states);
    double[] all = Arrays.copyOf(normals, normals.length + readings);
    int next = normals.length;
    for (Sighting sighting : sightings) {
      Network network = structure.network(normals, scales, world, sighting.settings());
      var predicted =
          new Signal.Predicted(
              network, network.solve(sighting.settings().population()), structure.mechanisms());
      for (Map.Entry<Signal, Double> seen : sighting.seen().entrySet()) {
        double also = sighting.errors().getOrDefault(seen.getKey(), 0.0);
        all[next++] = robust(seen.getKey().distance(seen.getValue(), predicted, also));
      }
    }
    return all;
  }

  /**
   * Returns the root mean square of each signal's distance from its prediction, in standard errors.
   */
  Map<Signal, Double> distances() {
    var sums = new EnumMap<Signal, double[]>(Signal.class);
    for (Sighting sighting : sightings) {
      Network network = structure.network(mode, scales, world, sighting.settings());
      var predicted =
          new Signal.Predicted(
              network, network.solve(sighting.settings().population()), structure.mechanisms());
      sighting
          .seen()
          .forEach(
              (signal, seen) -> {
                double also = sighting.errors().getOrDefault(signal, 0.0);
                double[] sum = sums.computeIfAbsent(signal, key -> new double[2]);
                sum[0] += Math.pow(signal.distance(seen, predicted, also), 2);
                sum[1]++;
              });
    }
    var roots = new EnumMap<Signal, Double>(Signal.class);
    sums.forEach((signal, sum) -> roots.put(signal, Math.sqrt(sum[0] / sum[1])));
    return roots;
  }

  /**
   * Returns the residual of a reading whose distribution is normal except for some garbage.
   *
   * @param distance from the prediction, in standard errors
   */
  private double robust(double distance) {
    double there = (1 - GARBAGE) * Math.exp(-distance * distance / 2) + GARBAGE / GARBAGE_WIDTH;
    double most = 1 - GARBAGE + GARBAGE / GARBAGE_WIDTH;
    return Math.signum(distance) * Math.sqrt(counts * Math.max(0, -2 * Math.log(there / most)));
  }

  private RealMatrix jacobian(double[] at, double[] residuals) {
    var matrix = new double[residuals.length][at.length];
    double[] moved = at.clone();
    for (int j = 0; j < at.length; j++) {
      moved[j] = at[j] + STEP;
      double[] then = residuals(moved);
      for (int i = 0; i < residuals.length; i++) {
        matrix[i][j] = (then[i] - residuals[i]) / STEP;
      }
      moved[j] = at[j];
    }
    return new Array2DRowRealMatrix(matrix, false);
  }

  private double[] optimum(double[] from) {
    int count = residuals(from).length;
    var best = new Best(from);
    var problem =
        new LeastSquaresBuilder()
            .start(from)
            .model(
                point -> {
                  double[] at = point.toArray();
                  double[] residuals = residuals(at);
                  best.offer(at, residuals);
                  RealVector values = new ArrayRealVector(residuals, false);
                  return new Pair<>(values, jacobian(at, residuals));
                })
            .target(new double[count])
            .lazyEvaluation(false)
            .maxEvaluations(MOST_EVALUATIONS)
            .maxIterations(MOST_EVALUATIONS)
            .build();
    try {
      new LevenbergMarquardtOptimizer()
          .withCostRelativeTolerance(1e-5)
          .withParameterRelativeTolerance(1e-5)
          .optimize(problem);
    } catch (MathRuntimeException e) {
      // Too many evaluations, or a singular matrix: the best point so far will do, because the
      // draws around it are weighted.
    }
    return best.at;
  }

  /** Keeps the best point that the optimizer has tried. */
  private static final class Best {
    private double[] at;
    private double squares = Double.POSITIVE_INFINITY;

    private Best(double[] from) {
      this.at = from;
    }

    private void offer(double[] point, double[] residuals) {
      double sum = Arrays.stream(residuals).map(each -> each * each).sum();
      if (sum < squares) {
        squares = sum;
        at = point.clone();
      }
    }
  }

  /**
   * Returns the logarithm of the structure's prior probability times its evidence (Laplace's
   * method), up to a constant that all structures share.
   */
  double logEvidence() {
    var eigen = new org.hipparchus.linear.EigenDecompositionSymmetric(precision);
    double logDeterminant = 0;
    for (double value : eigen.getEigenvalues()) {
      logDeterminant += Math.log(Math.max(1, value));
    }
    return structure.logPrior(world) + logAtMode - logDeterminant / 2;
  }

  /**
   * Returns the covariance. It is made symmetric, because rounding errors of the inverse are not if
   * parameters hardly matter.
   */
  RealMatrix covariance() {
    RealMatrix inverse = MatrixUtils.inverse(precision);
    return inverse.add(inverse.transpose()).scalarMultiply(0.5);
  }
}
