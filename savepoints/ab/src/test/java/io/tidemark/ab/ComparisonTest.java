package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ab.AbResult.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("seconds")
class ComparisonTest {
  private static final double[] HUNDRED = {100, 101, 99, 100, 102, 98};
  private static final double[] FIFTH_MORE = {120, 121, 119, 121, 122, 118};

  /** Six pairs that all differ the same way: p = 2/64, the smallest there is. */
  @Test
  void namesTheFasterSide() {
    var comparison = of(runs(HUNDRED, FIFTH_MORE), true);

    assertThat(comparison.verdict()).isEqualTo(Verdict.B_FASTER);
    var throughput = comparison.effects().get(0);
    assertThat(throughput.name()).isEqualTo("throughput");
    assertThat(throughput.pValue()).isCloseTo(2 / 64.0, within(1e-9));
    assertThat(throughput.effect()).isCloseTo(0.2, within(0.02));
    assertThat(comparison.sentence()).startsWith("B writes 20.").contains("more samples/s than A");
    assertThat(of(runs(FIFTH_MORE, HUNDRED), true).verdict()).isEqualTo(Verdict.A_FASTER);
  }

  @Test
  void doesNotCountRunsThatAreNotValid() {
    var runs = runs(HUNDRED, FIFTH_MORE);
    runs.add(run(12, Arm.B, 1, 1000, "the job was restarted"));

    assertThat(of(runs, true).verdict()).isEqualTo(Verdict.B_FASTER);
    assertThat(of(runs.subList(1, 13), true).inconclusive())
        .containsExactly("5 pairs of valid runs, at least 6 are needed");
  }

  /** The host is half as fast after each pair: neighbours differ by 4 % all the same. */
  @Test
  void comparesRunsWithTheirNeighbours() {
    double[] a = {64, 32, 16, 8, 4, 2};
    double[] b = {66.5, 33.2, 16.7, 8.3, 4.2, 2.1};

    var comparison = of(runs(a, b), true);

    assertThat(comparison.verdict()).isEqualTo(Verdict.B_FASTER);
    assertThat(comparison.effects().get(0).effect()).isCloseTo(0.04, within(0.01));
  }

  /** From 100 to 225 over the runs, and B always 3 % above its neighbour. */
  @Test
  void aTrendThatMayBeTheDifferenceLeavesNoVerdictOnADatabaseThatIsShared() {
    double[] a = {100, 115, 130, 150, 175, 210};
    double[] b = Arrays.stream(a).map(rate -> 1.03 * rate).toArray();

    assertThat(of(runs(a, b), true).verdict()).isEqualTo(Verdict.B_FASTER);
    var shared = of(runs(a, b), false);
    assertThat(shared.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(shared.sentence()).contains("throughput rises by 7.");
  }

  /** As on a fresh machine: p = 0.001, and A writes five times as much. */
  @Test
  void aTrendThatIsFarTooSmallForTheDifferenceIsNoObstacle() {
    double[] a = {100, 102, 104, 106, 108, 110};
    double[] b = {18.0, 18.3, 18.5, 18.9, 19.2, 19.6};

    assertThat(of(runs(a, b), false).trend().showsTrend()).isTrue();
    assertThat(of(runs(a, b), false).verdict()).isEqualTo(Verdict.A_FASTER);
  }

  @Test
  void runsOverDifferentSamplesAreNotCompared() {
    var runs = runs(HUNDRED, FIFTH_MORE);
    runs.set(0, run(1, runs.get(0).arm(), 100, 999));

    assertThat(of(runs, true).inconclusive())
        .containsExactly("the runs did not read the same number of source samples");
  }

  @Test
  void whatWasKnownBeforeLeavesNoVerdict() {
    var runs = runs(HUNDRED, FIFTH_MORE);

    var comparison = new Comparison(runs, true, 0.05, List.of("the database was another"));

    assertThat(comparison.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(comparison.sentence()).isEqualTo("No verdict: the database was another.");
  }

  /**
   * Equal sides on a host whose runs scatter by 8 %, follow each other, and grow slower by so much
   * from the first to the last.
   */
  @ParameterizedTest
  @CsvSource({
    "6, 0.8, 0.2",
    "8, 0.5, 0",
    "12, 0, 0",
    "12, 0.5, 0.3",
    "12, 0.8, 0.3",
    "12, 0.95, 0.6"
  })
  void claimsADifferenceBetweenEqualSidesInAtMostOneOfTwentyComparisons(
      int pairs, double correlation, double slower) {
    var random = new Random(1);
    int claims = 0;
    int noVerdict = 0;
    for (int vector = 0; vector < 10_000; vector++) {
      var comparison = of(equalRuns(pairs, correlation, slower, random), false);
      claims += comparison.verdict() == Verdict.NO_DIFFERENCE_SHOWN ? 0 : 1;
      noVerdict += comparison.verdict() == Verdict.INCONCLUSIVE ? 1 : 0;
    }
    assertThat(claims).isLessThanOrEqualTo(500);
    assertThat(slower > 0 || noVerdict <= 100).as("trends: %d", noVerdict).isTrue();
  }

  static List<AbRun> equalRuns(int pairs, double correlation, double slower, Random random) {
    var runs = new ArrayList<AbRun>();
    double noise = random.nextGaussian();
    for (Arm arm : Arm.order(pairs, random.nextLong())) {
      double drift = slower * runs.size() / (2.0 * pairs);
      runs.add(run(runs.size() + 1, arm, 1e5 * Math.exp(0.08 * noise - drift), 1000));
      noise =
          correlation * noise + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    return runs;
  }

  private static Comparison of(List<AbRun> runs, boolean ownStore) {
    return new Comparison(runs, ownStore, 0.05, List.of());
  }

  private static List<AbRun> runs(double[] a, double[] b) {
    var runs = new ArrayList<AbRun>();
    int[] next = new int[2];
    for (Arm arm : Arm.order(a.length, 3)) {
      double rate = (arm == Arm.A ? a : b)[next[arm.ordinal()]++];
      runs.add(run(runs.size() + 1, arm, rate, 1000));
    }
    return runs;
  }

  private static AbRun run(
      int place, Arm arm, double samplesPerSecond, long sourceSamples, String... invalid) {
    return new AbRun(
        place,
        place,
        arm,
        "",
        "",
        sourceSamples,
        1,
        0,
        1.0,
        samplesPerSecond,
        null,
        null,
        null,
        null,
        null,
        List.of(invalid));
  }
}
