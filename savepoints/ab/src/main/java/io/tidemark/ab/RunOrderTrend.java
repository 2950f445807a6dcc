package io.tidemark.ab;

import io.tidemark.statistics.Quantiles;
import java.util.ArrayList;

/**
 * Whether results rise or fall with the order of the runs, whatever the difference between the
 * sides: Kendall's S within each side, summed (the seasonal test of Hirsch, Slack and Smith 1982),
 * with its exact distribution. Ties count 0, which makes p a little too large.
 *
 * @param score pairs of one side that rise, less those that fall
 * @param strongest the score if all rose
 * @param perRun relative change from one run to the next, whichever side's: half of the median
 *     change between two runs of one side, divided by how many runs of it they are apart (Theil and
 *     Sen)
 */
public record RunOrderTrend(int score, int strongest, double pValue, double perRun) {
  /** One steady comparison in a hundred may seem to have a trend. */
  public static final double ALPHA = 0.01;

  public boolean showsTrend() {
    return pValue <= ALPHA;
  }

  /**
   * Whether the trend can be what makes the sides differ: the two runs of a pair are one run apart,
   * so it makes at most that much of their difference. Half of the effect is enough.
   *
   * @param effect relative, as {@link RelativeEffect}'s
   */
  public boolean couldExplain(double effect) {
    return showsTrend() && Math.abs(perRun) >= Math.abs(Math.log1p(effect)) / 2;
  }

  /** Each side's results in the order of its runs. */
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
   * Probability of each number of falling pairs: the n-th value falls below 0 to n−1 earlier ones.
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
