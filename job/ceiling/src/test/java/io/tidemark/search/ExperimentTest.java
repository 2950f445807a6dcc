package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Resource;
import io.tidemark.measure.Measured;
import io.tidemark.proof.Experiment;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes that change nothing, on a host whose windows are 12 % apart. */
class ExperimentTest {
  private static final int EXPERIMENTS = 10_000;
  private static final double APART = 0.12;

  private final Random random = new Random(12);

  /**
   * Two windows before and two after it, or four of each where it is to be proven, and those of the
   * plateau's verification. Half of the smallest effect that is predicted, of a gain of 1.2 times,
   * is 0.13: less than windows differ by.
   */
  @ParameterizedTest
  @CsvSource({
    "IN_FLIGHT, 2, 1, 0.26",
    "IN_FLIGHT, 2, 3, 1",
    "SLOTS, 2, 3, 0.26",
    "DATABASE_CPU, 2, 3, 0.26",
    "DATABASE_CPU, 4, 1, 0.26",
    "DATABASE_CPU, 4, 1, 1"
  })
  void seemsToMoveTheThroughputInAtMostOneOfTwenty(
      Resource resource, int each, int verified, double predicted) {
    double factor = resource == Resource.DATABASE_CPU ? 0.5 : 2;
    int alarms = 0;
    int proofs = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      var experiment =
          new Experiment(resource, "nothing", factor, predicted, windows(each), windows(each));
      var shown = experiment.judged(windows(verified), List.of(experiment)).toList();
      alarms += shown.stream().anyMatch(shows -> shows.moved()) ? 1 : 0;
      proofs += shown.stream().anyMatch(shows -> shows.proves()) ? 1 : 0;
    }
    assertThat(alarms / (double) EXPERIMENTS).isLessThanOrEqualTo(0.05);
    // A proof is what makes a verdict one of high confidence, of which 0.5 % may be wrong.
    assertThat(proofs / (double) EXPERIMENTS).isLessThanOrEqualTo(0.005);
  }

  private List<Measured> windows(int count) {
    return Stream.generate(() -> 1e6 * Math.exp(APART * random.nextGaussian()))
        .limit(count)
        .map(rate -> CeilingIntervalTest.measured(8, new double[] {rate}))
        .toList();
  }
}
