package io.tidemark.statistics;

/**
 * How much a quantity follows one that was changed on purpose: Δln(y) / Δln(factor). 1 is in
 * proportion, 0 not at all. Each value is of one whole window: seconds within a window follow each
 * other, and taken for independent they show a change where there is none in 12 to 23 of 100 cases.
 * Two or three windows don't show their spread, so all windows of a search lend theirs: the
 * interval is Student's, with the spread of every group around its own mean (a contrast in a
 * one-way analysis of variance).
 */
public final class Elasticity {
  private Elasticity() {}

  /**
   * @param before y of each window before the change, at least one
   * @param after y of each window after it, at least one
   * @param factor the factor by which the cause was multiplied
   * @param others further groups of windows, alike within each group
   * @throws IllegalArgumentException if no group has two windows
   */
  public static Estimate of(double[] before, double[] after, double factor, double[]... others) {
    if (!(factor > 0) || factor == 1 || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "no elasticity without a change: factor=%s, must be positive and not 1"
              .formatted(factor));
    }
    double[] from = Moments.logarithms(before, "windows");
    double[] to = Moments.logarithms(after, "windows");
    double squares = Moments.squares(from) + Moments.squares(to);
    int free = from.length + to.length - 2;
    for (double[] other : others) {
      squares += Moments.squares(Moments.logarithms(other, "windows"));
      free += Math.max(0, other.length - 1);
    }
    if (from.length == 0 || to.length == 0 || free < 1) {
      throw new IllegalArgumentException(
          "too few windows for an elasticity: before=%d, after=%d, at least 1 each and 3 in all"
              .formatted(before.length, after.length));
    }
    return Estimate.student(
        (Moments.mean(to) - Moments.mean(from)) / Math.log(factor),
        Math.sqrt(squares / free * (1.0 / from.length + 1.0 / to.length))
            / Math.abs(Math.log(factor)),
        free);
  }
}
