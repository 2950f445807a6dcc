package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ab.AbResult.Verdict;
import io.tidemark.judge.Metric;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pair takes 25 s, and there are 30 minutes: 72 pairs. */
@Tag("seconds")
class DetectionTest {
  private static final Duration PER_PAIR = Duration.ofSeconds(25);
  private static final Duration ALL = Duration.ofMinutes(30);
  private static final Detection FIVE_PERCENT = new Detection(0.05);

  private static Detection.Next after(int look, double[] a, double[] b) {
    return FIVE_PERCENT.after(look, a, b, PER_PAIR, ALL.minus(PER_PAIR.multipliedBy(a.length)));
  }

  /** Differences of ± so much in turn, around a factor. */
  private static double[] apart(double by, double factor, int pairs) {
    var rates = new double[pairs];
    Arrays.setAll(rates, i -> 100 * factor * Math.exp(i % 2 == 0 ? by : -by));
    return rates;
  }

  private static double[] level(int pairs) {
    return apart(0, 1, pairs);
  }

  @Test
  void endsOnceADifferenceIsShown() {
    Detection.Next next = after(1, level(8), apart(0.01, 1.2, 8));

    assertThat(next.more()).isFalse();
    assertThat(next.why()).isEqualTo("8 pairs show a difference");
  }

  @Test
  void endsOnceThereCanBeNoSuchDifference() {
    Detection.Next next = after(1, level(8), apart(0.01, 1, 8));

    assertThat(next.more()).isFalse();
    assertThat(next.why()).isEqualTo("8 pairs show that there is no difference of 5.0 %");
  }

  /**
   * Runs 7 % apart: (z + z)·0.07/0.05 squared, with z of 0.83 % and of 20 %, are about 20 pairs.
   */
  @Test
  void plansByTheSpreadSeen() {
    Detection.Next next = after(1, level(8), apart(0.065, 1, 8));

    assertThat(next.more()).isTrue();
    assertThat(next.pairs()).isBetween(16, 36);
    assertThat(next.why()).contains("are needed to show 5.0 %");
  }

  @Test
  void saysThatThisHostIsTooUneven() {
    Detection.Next next = after(1, level(8), apart(0.3, 1, 8));

    assertThat(next.more()).isFalse();
    assertThat(next.why()).startsWith("5.0 % can't be told on this host");
  }

  @Test
  void looksNoMoreOftenThanItHasCorrectedFor() {
    assertThat(after(Detection.LOOKS, level(20), apart(0.065, 1, 20)).more()).isFalse();
  }

  /** As often as it likes, with drift and correlation. */
  @ParameterizedTest
  @CsvSource({"0, 0", "0.5, 0.3", "0.8, 0.3"})
  void claimsADifferenceBetweenEqualSidesInAtMostOneOfTwenty(double correlation, double slower) {
    var random = new Random(2);
    int claims = 0;
    int vectors = 1_000;
    for (int vector = 0; vector < vectors; vector++) {
      List<AbRun> all = ComparisonTest.equalRuns(40, correlation, slower, random);
      claims += claims(all) ? 1 : 0;
    }
    // Twice the error of so many draws above 5 %.
    assertThat(claims).isLessThanOrEqualTo(64);
  }

  private static boolean claims(List<AbRun> all) {
    int pairs = Detection.FIRST_LOOK;
    for (int look = 1; ; look++) {
      var comparison = new Comparison(all.subList(0, 2 * pairs), true, Detection.ALPHA, List.of());
      Detection.Next next = comparison.look(FIVE_PERCENT, Metric.THROUGHPUT, look, PER_PAIR, ALL);
      if (!next.more() || next.pairs() > 40) {
        return comparison.verdict() != Verdict.NO_DIFFERENCE_SHOWN;
      }
      pairs = next.pairs();
    }
  }
}
