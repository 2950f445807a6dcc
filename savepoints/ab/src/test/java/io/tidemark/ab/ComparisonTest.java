package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ab.AbResult.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  /** Four against four without overlap: p = 2/70, the smallest there is. */
  @Test
  void namesTheFasterSide() {
    var runs = runs(new double[] {100, 101, 99, 100}, new double[] {120, 121, 119, 122});

    var comparison = new Comparison(runs, true, List.of());

    assertThat(comparison.verdict()).isEqualTo(Verdict.B_FASTER);
    var throughput = comparison.effects().get(0);
    assertThat(throughput.name()).isEqualTo("throughput");
    assertThat(throughput.pValue()).isCloseTo(2 / 70.0, within(1e-9));
    assertThat(throughput.effect()).isCloseTo(0.2, within(0.02));
    assertThat(comparison.sentence()).startsWith("B writes 20.").contains("more samples/s than A");
    var swapped = runs(new double[] {120, 121, 119, 122}, new double[] {100, 101, 99, 100});
    assertThat(new Comparison(swapped, true, List.of()).verdict()).isEqualTo(Verdict.A_FASTER);
  }

  @Test
  void doesNotCountRunsThatAreNotValid() {
    var runs = runs(new double[] {100, 101, 99, 100}, new double[] {120, 121, 119, 122});
    runs.add(run(9, Arm.B, 1, 1000, "the job was restarted"));

    assertThat(new Comparison(runs, true, List.of()).verdict()).isEqualTo(Verdict.B_FASTER);
    assertThat(new Comparison(runs.subList(1, 9), true, List.of()).inconclusive())
        .containsExactly("3 valid runs of A, at least 4 are needed");
  }

  @Test
  void aTrendOnADatabaseThatIsSharedLeavesNoVerdict() {
    var rising = runs(new double[] {100, 110, 120, 130}, new double[] {105, 115, 125, 135});

    assertThat(new Comparison(rising, true, List.of()).verdict())
        .isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
    var shared = new Comparison(rising, false, List.of());
    assertThat(shared.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(shared.sentence()).contains("throughput rises with the order of the runs");
  }

  @Test
  void runsOverDifferentSamplesAreNotCompared() {
    var runs = runs(new double[] {100, 101, 99, 100}, new double[] {120, 121, 119, 122});
    runs.set(0, run(1, Arm.A, 100, 999));

    assertThat(new Comparison(runs, true, List.of()).inconclusive())
        .containsExactly("the runs did not read the same number of source samples");
  }

  @Test
  void whatWasKnownBeforeLeavesNoVerdict() {
    var runs = runs(new double[] {100, 101, 99, 100}, new double[] {120, 121, 119, 122});

    var comparison = new Comparison(runs, true, List.of("the database was another"));

    assertThat(comparison.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(comparison.sentence()).isEqualTo("No verdict: the database was another.");
  }

  /** The error that α = 5 % allows; four against four can claim in 2 of 70 orders, 2.9 %. */
  @Test
  void claimsADifferenceBetweenEqualSidesInAtMostOneOfTwentyComparisons() {
    var random = new Random(1);
    int claims = 0;
    for (int vector = 0; vector < 10_000; vector++) {
      var comparison = new Comparison(runs(draw(random), draw(random)), true, List.of());
      claims += comparison.verdict() == Verdict.NO_DIFFERENCE_SHOWN ? 0 : 1;
    }
    assertThat(claims).isBetween(10_000 / 70, 500);
  }

  private static double[] draw(Random random) {
    return random.doubles(4).map(uniform -> 1e5 * (1 + 0.2 * uniform)).toArray();
  }

  private static List<AbRun> runs(double[] a, double[] b) {
    var runs = new ArrayList<AbRun>();
    int[] next = new int[2];
    for (Arm arm : Arm.order(a.length)) {
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
        List.of(invalid));
  }
}
