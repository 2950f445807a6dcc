package io.tidemark.statistics;

/**
 * Whether results rise or fall with the order of the runs, whatever the difference between the
 * sides: Kendall's S within each side, summed (the seasonal test of Hirsch, Slack and Smith 1982),
 * with its exact distribution. Ties count 0, which makes p a little too large.
 *
 * @param score pairs of one side that rise, less those that fall
 * @param strongest the score if all rose
 */
public record RunOrderTrend(int score, int strongest, double pValue) {
  public boolean showsTrend() {
    return pValue <= Estimate.ALPHA;
  }

  /** Each side's results in the order of its runs. */
  public static RunOrderTrend of(double[]... sides) {
    int score = 0;
    int pairs = 0;
    double[] byFalls = {1};
    for (double[] side : sides) {
      for (int n = 2; n <= side.length; n++) {
        byFalls = withOneMore(byFalls, n);
      }
      for (int i = 0; i < side.length; i++) {
        for (int j = i + 1; j < side.length; j++) {
          score += (int) Math.signum(side[j] - side[i]);
          pairs++;
        }
      }
    }
    double p = 0;
    for (int falls = 0; falls < byFalls.length; falls++) {
      p += Math.abs(pairs - 2 * falls) >= Math.abs(score) ? byFalls[falls] : 0;
    }
    return new RunOrderTrend(score, pairs, Math.min(1, p));
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
