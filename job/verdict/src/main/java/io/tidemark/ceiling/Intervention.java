package io.tidemark.ceiling;

/**
 * One change at the plateau.
 *
 * @param changed the change, e.g. "in-flight 8 → 16"
 * @param side job | database | readers
 * @param factor the factor by which the resource changed
 * @param before the samples per second before the change: the mean of the windows around it
 * @param elasticity Δln(throughput)/Δln(factor)
 * @param low the lower end of its 95 % interval, whose unit is the window
 * @param predicted the elasticity if the changed resource stops the traffic
 * @param moved whether the throughput followed: the interval excludes no effect, and the effect
 *     reaches half of what was predicted
 */
public record Intervention(
    String changed,
    String side,
    double factor,
    double before,
    double after,
    double elasticity,
    double low,
    double high,
    double predicted,
    boolean moved,
    Cause speaksFor) {
  /** Tells whether the effect is surely less than half of what was predicted. */
  public boolean stayed() {
    return high < predicted / 2;
  }

  /**
   * Tells whether twice as much of the resource surely gains less than half of what was predicted,
   * or less than a cause must.
   */
  public boolean isNoCause() {
    return stayed() || surelyGainsTooLittle();
  }

  /** Tells whether twice as much of the resource surely gains less than a cause must. */
  public boolean surelyGainsTooLittle() {
    return Math.pow(2, high) < Thresholds.WORTH_IT;
  }

  /** Tells whether the changed resource is surely what stops the traffic. */
  public boolean proves() {
    boolean nothingLeft = factor > 1 || Math.pow(2, 1 - elasticity) <= Thresholds.ALIKE;
    return moved && Math.pow(2, low) >= Thresholds.WORTH_IT && nothingLeft;
  }

  /**
   * Returns the factor of throughput that twice as much of the resource surely gives. What less of
   * it cost shows no more than was promised of more.
   *
   * @param promised the factor of throughput that the model promises
   */
  public double surelyGains(double promised) {
    double sure = Math.pow(2, low);
    return factor > 1 ? sure : Math.min(sure, promised);
  }

  /** Returns the factor of throughput that twice as much of the resource gives. */
  public double gained() {
    return Math.pow(2, elasticity);
  }

  /** Tells whether twice as much of the resource gains what a cause must. */
  public boolean isWorthIt() {
    return gained() >= Thresholds.WORTH_IT;
  }

  /** Tells whether more of the resource lowered the throughput, or less of it raised it. */
  public boolean wentTheWrongWay() {
    return high < 0;
  }
}
