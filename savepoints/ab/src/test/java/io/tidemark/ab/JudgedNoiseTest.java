package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.judge.Finding;
import io.tidemark.judge.Metric;
import io.tidemark.judge.StoreCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --judge cpu} finds at a fixed rate, by the noise of the host's CPU time. */
@Tag("seconds")
class JudgedNoiseTest {
  private static final int JUDGEMENTS = 10_000;

  /** As long as 10 minutes take: a run and its merges last some 17 s, and 100 s come before. */
  private static final int PAIRS_IN_TEN_MINUTES = 14;

  /**
   * @param spread of the logarithm of one run's CPU time
   * @param correlation from one run to the next
   * @param drift from the first run to the last, relative
   * @param outliers share of runs that something else made up to twice as dear
   */
  private record Noise(double spread, double correlation, double drift, double outliers) {
    private Finding judge(int pairs, double effect, Random random) {
      var runs = new ArrayList<AbRun>();
      double noise = random.nextGaussian();
      for (Arm arm : Arm.order(pairs, random.nextLong())) {
        double logarithm = spread * noise + drift * runs.size() / (2.0 * pairs);
        logarithm += random.nextDouble() < outliers ? Math.log(1 + random.nextDouble()) : 0;
        logarithm += arm == Arm.B ? Math.log1p(effect) : 0;
        runs.add(run(runs.size() + 1, arm, 2 * Math.exp(logarithm)));
        noise =
            correlation * noise + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
      }
      return new Comparison(runs, true, 0.05, List.of()).find(Metric.CPU, "not measured");
    }
  }

  private static AbRun run(int place, Arm arm, double cpuSeconds) {
    var cost = new StoreCost(cpuSeconds, 3e8, null, 4, true, false);
    return new AbRun(
        place, place, arm, "", "", 1000, 1_000_000, 0, 8.0, 1e5, 9.0, 1.0, 1.0, 0.1, cost,
        List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "0.04, 0,    0,   0",
    "0.04, 0.5,  0.1, 0.05",
    "0.08, 0.8,  0.3, 0.1",
    "0.08, 0.95, 0.6, 0.2",
    "0.02, -0.3, 0,   0.3"
  })
  void findsADifferenceBetweenEqualDatabasesInAtMostOneOfTwenty(
      double spread, double correlation, double drift, double outliers) {
    var noise = new Noise(spread, correlation, drift, outliers);
    var random = new Random(3);
    int found = 0;
    for (int i = 0; i < JUDGEMENTS; i++) {
      found += noise.judge(12, 0, random).different() ? 1 : 0;
    }
    assertThat(found).isLessThanOrEqualTo(JUDGEMENTS * 55 / 1000);
  }

  /** With assumed noise: 3 % a run, correlated, drifting, with outliers. */
  @Test
  void findsFivePercentInTenMinutes() {
    var noise = new Noise(0.03, 0.3, 0.1, 0.03);
    var random = new Random(5);
    int found = 0;
    for (int i = 0; i < 1_000; i++) {
      Finding finding = noise.judge(PAIRS_IN_TEN_MINUTES, 0.05, random);
      found += finding.different() && finding.effect() > 0 ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(800);
  }

  @Test
  void aMetricThatSomePairsLackIsNotTold() {
    var runs = new ArrayList<AbRun>();
    for (Arm arm : Arm.order(8, 1)) {
      runs.add(run(runs.size() + 1, arm, 2));
    }
    var comparison = new Comparison(runs, true, 0.05, List.of());

    assertThat(comparison.find(Metric.DISK, "no merges").untold()).isEqualTo("no merges");
    assertThat(comparison.find(Metric.DISK, "no merges").b()).isNull();
    assertThat(comparison.find(Metric.MEMORY, "").untold()).isNull();
    var stopped = new Comparison(runs, true, 0.05, List.of("interrupted"));
    assertThat(stopped.find(Metric.CPU, "").untold()).isEqualTo("interrupted");
  }
}
