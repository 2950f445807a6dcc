package io.tidemark.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How many requests a server works on at once, seen from outside. With c equal slots and service
 * time S, closed-loop in-flight C gives throughput X = min(C/S, c/S) and latency L = max(S, C·S/c),
 * the asymptotic bounds of Denning and Buzen (1978).
 *
 * <p>Errors are relative, so the fit is on logarithms. Both curves enter through y = ½·ln(X·C/L) =
 * ln min(C, c) − ln S: a closed loop ties their errors together by Little's law, by how much is
 * unknown, and the scatter of y is honest in either case. For the k points left of a knee between
 * two loads, and the n−k right of it, the sum of squares is a parabola in ln c, so that least
 * squares and the profile-likelihood interval {c : SSE(c) ≤ SSE_min·(1 + t²/(n−2))} have closed
 * forms.
 *
 * <p>Time outside the slots (network, client) counts into S as if a slot were held: c is then the
 * number of requests that keep the server busy, more than its slots; {@link #slotsGiven} corrects a
 * known time.
 *
 * @param slots c, at least 1
 * @param known what the points tell of c
 * @param serviceSeconds S
 * @param misfit the residual standard deviation of y, relative (0.03 is 3 %): the noise, and how
 *     far the knee is from a sharp one
 */
public record SlotFit(Estimate slots, Known known, Estimate serviceSeconds, double misfit) {
  /** What the points can tell of c. */
  public enum Known {
    /** The interval is bounded by data on both sides. */
    INTERVAL,
    /** No point is clearly right of the knee: c ≥ {@code slots.low}. */
    AT_LEAST,
    /** No point is clearly left of the knee: c ≤ {@code slots.high}. */
    AT_MOST,
    /** The points bound c on neither side. */
    NOTHING
  }

  public static final int MIN_POINTS = 3;

  /** Numbers that differ by less than this are the same number, rounded. */
  private static final double ROUNDING = 1e-9;

  /**
   * Returns the slots if each request spends so long elsewhere: X = min(C/(S+Z), c/S), so of the
   * c·(S+Z)/S requests that keep the server busy, the share Z/(S+Z) is under way.
   *
   * @param outsideSeconds Z, the part of a request's unloaded latency in which it holds no slot
   */
  public Estimate slotsGiven(double outsideSeconds) {
    double share = 1 - outsideSeconds / serviceSeconds.value();
    if (!(outsideSeconds >= 0 && share > 0)) {
      throw new IllegalArgumentException(
          "no time is left in the slot: outsideSeconds=%s, must be at least 0 and below serviceSeconds=%s"
              .formatted(outsideSeconds, serviceSeconds.value()));
    }
    return new Estimate(
        Math.max(1, slots.value() * share),
        Math.max(1, slots.low() * share),
        Math.max(1, slots.high() * share));
  }

  /** Fits at least three windows, in any order; several of one load are welcome. */
  public static SlotFit of(List<LoadPoint> points) {
    if (points.size() < MIN_POINTS) {
      throw new IllegalArgumentException(
          "too few load points for a fit of slots: points=%d, at least %d"
              .formatted(points.size(), MIN_POINTS));
    }
    var curve = new Curve(points);
    List<Piece> pieces = curve.pieces();
    Piece best = pieces.stream().min(Comparator.comparingDouble(Piece::leastSquares)).orElseThrow();

    int n = curve.size();
    double student = Estimate.studentQuantile(n - 2);
    double misfit = Math.sqrt(best.leastSquares() / (n - 2));
    double limit =
        best.leastSquares() + student * student * misfit * misfit + n * ROUNDING * ROUNDING;
    List<Piece> within = pieces.stream().filter(piece -> piece.leastSquares() <= limit).toList();
    double logLow = within.stream().mapToDouble(piece -> piece.low(limit)).min().orElseThrow();
    double logHigh = within.stream().mapToDouble(piece -> piece.high(limit)).max().orElseThrow();

    double logSlots = best.optimum();
    double logService = curve.logService(logSlots);
    double common = student * misfit / Math.sqrt(n);
    return new SlotFit(
        new Estimate(Math.exp(logSlots), Math.exp(logLow), Math.exp(logHigh)),
        known(within),
        new Estimate(
            Math.exp(logService),
            Math.exp(logService - Math.hypot(logService - curve.logService(logLow), common)),
            Math.exp(logService + Math.hypot(logService - curve.logService(logHigh), common))),
        misfit);
  }

  private static Known known(List<Piece> within) {
    boolean openAbove = within.stream().anyMatch(Piece::rightOfAll);
    boolean openBelow = within.stream().anyMatch(Piece::leftOfAll);
    if (openAbove) {
      return openBelow ? Known.NOTHING : Known.AT_LEAST;
    }
    return openBelow ? Known.AT_MOST : Known.INTERVAL;
  }

  /** The points as (ln C, y), in the order of rising C. */
  private static final class Curve {
    private final double[] logLoad;
    private final double[] y;

    Curve(List<LoadPoint> points) {
      List<LoadPoint> rising =
          points.stream().sorted(Comparator.comparingDouble(LoadPoint::inFlight)).toList();
      logLoad = rising.stream().mapToDouble(point -> Math.log(point.inFlight())).toArray();
      y =
          rising.stream()
              .mapToDouble(
                  p -> Math.log(p.requestsPerSecond() * p.inFlight() / p.latencySeconds()) / 2)
              .toArray();
    }

    int size() {
      return y.length;
    }

    /** Returns the mean of ln min(C, c) − y: the best ln S if c is given. */
    double logService(double logSlots) {
      double sum = 0;
      for (int i = 0; i < y.length; i++) {
        sum += Math.min(logLoad[i], logSlots) - y[i];
      }
      return sum / y.length;
    }

    /**
     * Returns a piece for the knee between each two neighbouring loads, left of all, and right of
     * all.
     */
    List<Piece> pieces() {
      int n = y.length;
      var pieces = new ArrayList<Piece>();
      for (int k = 0; k <= n; k++) {
        double from = Math.max(0, k == 0 ? 0 : logLoad[k - 1]);
        double to = k == n ? Double.POSITIVE_INFINITY : logLoad[k];
        boolean oneSlotLeftOfAll = k == 0 && to <= 0;
        if (from < to || oneSlotLeftOfAll) {
          pieces.add(piece(k, from, Math.max(from, to)));
        }
      }
      return pieces;
    }

    private Piece piece(int k, double from, double to) {
      int n = y.length;
      var left = new double[k];
      for (int i = 0; i < k; i++) {
        left[i] = logLoad[i] - y[i];
      }
      var right = Arrays.copyOfRange(y, k, n);
      double free = k == 0 ? to : k == n ? from : Moments.mean(left) + Moments.mean(right);
      return new Piece(k, n - k, from, to, Moments.squares(left) + Moments.squares(right), free);
    }
  }

  /**
   * A range of ln c between {@code from} and {@code to}, with {@code left} points that rise and
   * {@code right} points that are level: SSE = constant + left·right/(left+right)·(ln c − free)².
   */
  private record Piece(int left, int right, double from, double to, double constant, double free) {
    double curvature() {
      return (double) left * right / (left + right);
    }

    double optimum() {
      return Math.min(Math.max(free, from), to);
    }

    double leastSquares() {
      double distance = optimum() - free;
      return constant + curvature() * distance * distance;
    }

    boolean leftOfAll() {
      return left == 0 && from < to;
    }

    boolean rightOfAll() {
      return right == 0;
    }

    double low(double limit) {
      return curvature() == 0 ? from : Math.max(from, free - reach(limit));
    }

    double high(double limit) {
      return curvature() == 0 ? to : Math.min(to, free + reach(limit));
    }

    private double reach(double limit) {
      return Math.sqrt((limit - constant) / curvature());
    }
  }
}
