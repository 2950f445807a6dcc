package io.tidemark.ab;

import io.tidemark.measure.Amounts;
import io.tidemark.statistics.DetectableEffect;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.RelativeEffect;
import java.time.Duration;

/**
 * Decides how many runs it takes to detect an effect of a given size. After the first pairs it
 * plans by their spread, and it looks at the results at most {@value #LOOKS} times. Each look gets
 * an equal share of the error rate (Bonferroni), so that several looks don't find more false
 * effects than one. Pure.
 *
 * @param size relative size of the effect
 */
record Detection(double size) {
  static final int LOOKS = 3;
  static final double ALPHA = Estimate.ALPHA / LOOKS;

  /**
   * Number of pairs at the first look. At each look's error rate, seven pairs are the fewest that
   * can show any effect.
   */
  static final int FIRST_LOOK = 8;

  /**
   * The decision after a look.
   *
   * @param more whether to make more runs; otherwise the answer is known or out of reach
   * @param pairs number of pairs at which to look again
   * @param why the reason in words
   */
  record Next(boolean more, int pairs, String why) {}

  /**
   * Decides what to do after a look.
   *
   * @param look number of this look, from 1
   * @param a A's throughput in each pair
   * @param b B's throughput in each pair
   * @param perPair time that one pair takes
   * @param left time that is left for more pairs
   */
  Next after(int look, double[] a, double[] b, Duration perPair, Duration left) {
    int pairs = a.length;
    var effect = RelativeEffect.of(a, b, ALPHA);
    if (effect.showsDifference()) {
      return new Next(false, pairs, pairs + " pairs show a difference");
    }
    if (effect.isWithin(size)) {
      return new Next(
          false,
          pairs,
          "%d pairs show that there is no difference of %s"
              .formatted(pairs, Amounts.percentTenths(size)));
    }
    double spread = DetectableEffect.spread(a, b);
    double detectable = DetectableEffect.of(spread, pairs, ALPHA);
    int wanted = Math.max(pairs + 2, DetectableEffect.pairsFor(size, spread, ALPHA));
    Duration needed = perPair.multipliedBy(wanted - pairs);
    if (look == LOOKS || needed.compareTo(left) > 0) {
      return new Next(
          false,
          pairs,
          "%s can't be told on this host: its runs are so far apart that %d pairs show %s; %d pairs, %d minutes more, would do"
              .formatted(
                  Amounts.percentTenths(size),
                  pairs,
                  Amounts.percentTenths(detectable),
                  wanted,
                  Math.max(1, needed.toMinutes())));
    }
    return new Next(
        true,
        wanted,
        "%d pairs would show %s; %d are needed to show %s, about %d minutes more"
            .formatted(
                pairs,
                Amounts.percentTenths(detectable),
                wanted,
                Amounts.percentTenths(size),
                Math.max(1, needed.toMinutes())));
  }
}
