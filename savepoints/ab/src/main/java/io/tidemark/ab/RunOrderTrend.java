package io.tidemark.ab;

import io.tidemark.statistics.Quantiles;
import java.util.ArrayList;

/**
 * Tests whether results rise or fall with the order of the runs, whatever the difference between
 * the sides. The statistic is Kendall's S within each side, summed over the sides (the seasonal
 * test of Hirsch, Slack and Smith 1982), with its exact distribution. Ties count 0, which makes p
 * slightly too large.
 *
 * @param score number of pairs of runs of one side that rise, minus the number of those that fall
 * @param strongest the score if all pairs rose
 * @param perRun relative change from one run to the next, of either side: half of the median change
 *     between two runs of one side divided by their distance in runs of that side (Theil and Sen)
 */
public record RunOrderTrend(int score, int strongest, double pValue, double perRun) {
  /** The error rate: one in a hundred comparisons without a trend seems to have one. */
  public static final double ALPHA = 0.01;

  public boolean showsTrend() {
    return pValue <= ALPHA;
  }

  /**
   * Tells whether the trend may cause the difference between the sides. The two runs of a pair are
   * one run apart, so the trend adds at most its change per run to their difference. Half of the
   * effect is enough to suspect it.
   *
   * @param effect relative effect, as {@link RelativeEffect} has it
   */
  public boolean couldExplain(double effect) {
    return showsTrend() && Math.abs(perRun) >= Math.abs(Math.log1p(effect)) / 2;
  }

  /**
   * @param sides results of each side, in the order of its runs
   */
  public static RunOrderTrend of(double[]... sides) {
    int score = 0;
    int pairs = 0;
    double[] byFalls = {1};
    var changes = new ArrayList<Double>();
    for (double[] side : sides) {
      for (int n = 2; n <= side.length; n++) {
        byFalls = withOneMore(byFalls, n);
      }
      for (int i = 0; i < side.length; i++) {
        for (int j = i + 1; j < side.length; j++) {
          score += (int) Math.signum(side[j] - side[i]);
          pairs++;
          changes.add(Math.log(side[j] / side[i]) / (j - i));
        }
      }
    }
    double p = 0;
    for (int falls = 0; falls < byFalls.length; falls++) {
      p += Math.abs(pairs - 2 * falls) >= Math.abs(score) ? byFalls[falls] : 0;
    }
    double perRun =
        changes.isEmpty()
            ? 0
            : Quantiles.median(changes.stream().mapToDouble(Double::doubleValue).toArray()) / 2;
    return new RunOrderTrend(score, pairs, Math.min(1, p), perRun);
  }

  /**
   * Returns the probability of each number of falling pairs after one more value, the n-th, which
   * falls below 0 to n−1 of the earlier ones with equal probability.
   */
  private static double[] withOneMore(double[] byFalls, int n) {
    var more = new double[byFalls.length + n - 1];
    for (int falls = 0; falls < byFalls.length; falls++) {
      for (int added = 0; added < n; added++) {
        more[falls + added] += byFalls[falls] / n;
      }
    }
    return more;
  }
}
