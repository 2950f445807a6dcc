package io.tidemark.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Step;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Throughput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CauseProbabilitiesTest {
  /** More is never less, and nobody is surer than the model was on so few set-ups. */
  @ParameterizedTest
  @EnumSource
  void theMapKeepsTheOrderAndIsLessSure(CauseProbabilities mode) {
    double before = 0;
    for (double given = 0; given <= 1; given += 0.01) {
      assertThat(mode.held(given)).isGreaterThanOrEqualTo(before);
      before = mode.held(given);
    }
    assertThat(mode.held(1)).isBetween(0.9, 0.99);
    assertThat(mode.held(0)).isBetween(0.001, 0.05);
    assertThat(mode.held(0.9)).isLessThan(0.9);
  }

  /** 1 / (1 + exp(−(a + b·ln 4))) of four to one. */
  @ParameterizedTest
  @EnumSource
  void theMapIsLogistic(CauseProbabilities mode) {
    double even = logit(mode.held(0.5));
    double factor = (logit(mode.held(0.8)) - even) / Math.log(4);

    assertThat(logit(mode.held(0.2))).isCloseTo(even - factor * Math.log(4), within(1e-9));
  }

  private static double logit(double probability) {
    return Math.log(probability / (1 - probability));
  }

  /** By the interval of its elasticity: twice of it gains 2^elasticity times, a cause 1.2 times. */
  @ParameterizedTest
  @CsvSource({
    "-0.1, 0.2, 0.0, 0.025",
    "-0.2, 0.4, 0.88, 0.9",
    "0.1, 0.2, 0.0, 0.025",
    "0.6, 1.0, 0.91, 1.0"
  })
  void whatAChangeMeasuredBoundsItsCause(double low, double high, double least, double most) {
    double middle = (low + high) / 2;
    boolean moved = low > 0 && middle >= 0.5;
    var change =
        new Intervention(
            "slots", "database", 2, 1e6, 1e6, middle, low, high, 1, moved, Cause.TSDB_SLOTS);

    double slots = CauseProbabilities.SEARCH.held(Cause.TSDB_SLOTS, 1, List.of(change));
    double other = CauseProbabilities.SEARCH.held(Cause.TSDB_CPU, 1, List.of(change));

    assertThat(slots).isBetween(least, most);
    assertThat(other).isEqualTo(0.9);
  }

  /** On real parts a proxy let one request through at a time, and the job made 58 times as many. */
  @Test
  void aJobThatMakesTwiceAsMuchAloneIsNotWhatLimits() {
    var causes = Map.of(Cause.JOB_CPU, 0.9, Cause.GATEWAY, 0.01, Cause.JOB_IN_FLIGHT, 0.2);
    Probabilities told = told(causes, 0);

    Probabilities faster = CauseProbabilities.ruledOut(told, 14e6, 0.24e6);
    assertThat(faster.causes().keySet())
        .containsExactly(Cause.JOB_IN_FLIGHT, Cause.JOB_CPU, Cause.GATEWAY);
    assertThat(faster.causes())
        .containsEntry(Cause.JOB_CPU, 0.025)
        .containsEntry(Cause.GATEWAY, 0.01);
    assertThat(faster.otherThan(Cause.GATEWAY)).contains(Cause.JOB_IN_FLIGHT);
    assertThat(CauseProbabilities.ruledOut(told, 0.47e6, 0.24e6)).isEqualTo(told);
    assertThat(CauseProbabilities.ruledOut(told, 0, 0.24e6)).isEqualTo(told);
  }

  @Test
  void readersAreDoubtedOnlyWhereItIsKnownHowManyQueriesRun() {
    var known = told(Map.of(Cause.TSDB_READERS, 0.1, Cause.TSDB_CPU, 0.9), 0);
    var unknown = told(Map.of(Cause.TSDB_CPU, 0.9), 0);

    assertThat(known.doubt(Cause.TSDB_READERS)).isTrue();
    assertThat(known.otherThan(Cause.TSDB_READERS)).contains(Cause.TSDB_CPU);
    assertThat(unknown.doubt(Cause.TSDB_READERS)).isFalse();
    assertThat(unknown.otherThan(Cause.TSDB_READERS)).isEmpty();
  }

  @Test
  void whatAChangeProvesOfTheJobStandsHoweverMuchItMakesAlone() {
    Probabilities raw = told(Map.of(Cause.JOB_CPU, 0.97), 0);
    List<Step> steps = List.of(step(Phase.JOB_CEILING, 2e6), step(Phase.SWEEP, 0.9e6));

    assertThat(jobCpu(raw, steps)).isEqualTo(0.025);
    assertThat(jobCpu(raw, steps, doubled(Cause.JOB_CPU, 0.8, true)))
        .isEqualTo(CauseProbabilities.SEARCH.held(0.97))
        .isGreaterThan(0.85);
    assertThat(jobCpu(raw, steps, doubled(Cause.JOB_CPU, 0.1, false))).isEqualTo(0.025);
    assertThat(jobCpu(raw, steps, doubled(Cause.TSDB_CPU, 0.8, true))).isEqualTo(0.025);
  }

  private static double jobCpu(Probabilities raw, List<Step> steps, Intervention... changes) {
    return CauseProbabilities.ofSearch(raw, steps, List.of(changes)).causes().get(Cause.JOB_CPU);
  }

  /** Twice of it, whose elasticity was low to 1. */
  private static Intervention doubled(Cause cause, double low, boolean moved) {
    return new Intervention("1 → 2", "job", 2, 1e6, 1.5e6, 0.9, low, 1, 1, moved, cause);
  }

  private static Step step(Phase phase, double samplesPerSecond) {
    var throughput = new Throughput(samplesPerSecond, null, null, 0.1, null, 100.0, 25e6);
    var window =
        new Window(
            null,
            8,
            1,
            throughput,
            null,
            null,
            List.of(),
            null,
            null,
            null,
            List.of(),
            List.of(),
            null);
    return new Step(phase, window, null, null);
  }

  @Test
  void saysInWordsWhatIsWorthSaying() {
    var causes = new LinkedHashMap<Cause, Double>();
    causes.put(Cause.TSDB_CPU, 0.934);
    causes.put(Cause.GATEWAY, 0.04);

    assertThat(CauseProbabilities.words(told(causes, 0.07)))
        .isEqualTo("TSDB_CPU 0.93, none of these 0.07; every other less than 0.05");
    assertThat(CauseProbabilities.words(told(Map.of(Cause.GATEWAY, 0.04), 0)))
        .isEqualTo("every cause less than 0.05");
    assertThat(CauseProbabilities.words(Probabilities.untold("nothing was answered"))).isEmpty();
  }

  private static Probabilities told(Map<Cause, Double> causes, double none) {
    return new Probabilities(causes, none, Map.of(), List.of(), 400, null, null);
  }
}
