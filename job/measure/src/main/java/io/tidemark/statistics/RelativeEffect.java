package io.tidemark.statistics;

/**
 * B over A, relative: 0.05 is 5 % more. Hodges and Lehmann's shift of the logarithms, so that twice
 * as much and half as much are alike, with Mann and Whitney's p. One value is one run.
 */
public record RelativeEffect(double effect, double low, double high, double pValue) {
  /** Three a side can never reach 5 %: 2 of 20 orders are the most extreme. */
  public static final int MIN_RUNS = 4;

  public boolean showsDifference() {
    return pValue <= Estimate.ALPHA;
  }

  /** An interval that the runs leave open ends at −1 and infinity. */
  public static RelativeEffect of(double[] a, double[] b) {
    double[] logA = Moments.logarithms(a, "runs");
    double[] logB = Moments.logarithms(b, "runs");
    Estimate shift = HodgesLehmann.of(logB, logA);
    return new RelativeEffect(
        Math.expm1(shift.value()),
        Math.expm1(shift.low()),
        Math.expm1(shift.high()),
        MannWhitney.of(logB, logA).pValue());
  }
}
