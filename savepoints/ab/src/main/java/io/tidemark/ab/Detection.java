package io.tidemark.ab;

import io.tidemark.measure.Amounts;
import io.tidemark.statistics.DetectableEffect;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.RelativeEffect;
import java.time.Duration;

/**
 * How many runs it takes to tell an effect of a given size from none: it looks at the first pairs,
 * plans by the spread that they show, and looks at most {@value #LOOKS} times in all. Each look has
 * its share of the error rate (Bonferroni), so that looking often finds nothing where nothing is.
 * Pure.
 *
 * @param size relative, of the effect
 */
record Detection(double size) {
  static final int LOOKS = 3;
  static final double ALPHA = Estimate.ALPHA / LOOKS;

  /** At each look's error rate, seven pairs are the fewest that can show anything. */
  static final int FIRST_LOOK = 8;

  /**
   * @param more whether to make more runs; else it is known, or never will be
   * @param pairs at which to look again
   * @param why in words
   */
  record Next(boolean more, int pairs, String why) {}

  /**
   * @param look the number of this one, from 1
   * @param a throughput of each pair
   * @param perPair time that a pair takes
   * @param left time that there is
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
