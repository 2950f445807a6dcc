package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Sighting;
import io.tidemark.measure.Window;
import io.tidemark.model.Evidence;
import io.tidemark.model.Signal;
import io.tidemark.proof.PosteriorCauses;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PosteriorCausesTest {
  /** Of four cores all are used, and the slots are free. */
  private static Window fullCores() {
    Scene scene = new Scene().saturated();
    scene.databaseCores = 4.0;
    return scene.facts().seen().peak();
  }

  private static Probabilities of(Window... windows) {
    return PosteriorCauses.of(List.of(windows).stream().map(Sighting::of).toList());
  }

  @Test
  void theDatabasesCpuLeadsWhereAllOfItIsUsed() {
    Probabilities model = of(fullCores());

    double cpu = model.causes().get(Cause.TSDB_CPU);
    assertThat(model.untold()).isNull();
    assertThat(model.causes()).allSatisfy((other, p) -> assertThat(p).isBetween(0.0, 1.0));
    assertThat(model.causes().values()).allMatch(p -> p <= cpu);
    assertThat(model.gains().get(Cause.TSDB_CPU).median()).isGreaterThan(1.2);
  }

  /**
   * One without a remedy in the network would be left out of what is shown. Of readers no window of
   * the model's tells: those without them are left out of it.
   */
  @Test
  void everyCauseHasAProbability() {
    assertThat(of(fullCores()).causes().keySet())
        .containsExactlyInAnyOrderElementsOf(
            EnumSet.complementOf(EnumSet.of(Cause.INCONCLUSIVE, Cause.TSDB_READERS)));
    assertThat(of(fullCores()).noneOfThese()).isBetween(0.0, 1.0);
  }

  @Test
  void saysTheSameOfTheSameWindows() {
    assertThat(of(fullCores())).isEqualTo(of(fullCores()));
  }

  @Test
  void intervalsOfGainsAreInOrder() {
    assertThat(of(fullCores()).gains().values())
        .allSatisfy(
            gain -> {
              assertThat(gain.low()).isBetween(1.0, gain.median());
              assertThat(gain.high()).isBetween(gain.median(), 2.0);
            });
  }

  @Test
  void nothingIsSaidWhereNothingWasAnswered() {
    Scene scene = new Scene();
    scene.samplesPerSecond = 0;

    assertThat(of(scene.facts().seen().peak()).untold()).contains("nothing was answered");
    assertThat(of().untold()).contains("nothing was answered");
  }

  /** What Flink reports of tasks is refreshed every ten seconds: a short window may have none. */
  @Test
  void whereNoTaskTellsItsCpuTheClientsIsNotTakenForTheBusiestThread() {
    Scene scene = new Scene();
    assertThat(signals(scene)).containsKey(Signal.THREAD);
    scene.tasksTellCpu = false;
    assertThat(signals(scene)).doesNotContainKey(Signal.THREAD).containsKey(Signal.JOB_CPU);
  }

  private static Map<Signal, Double> signals(Scene scene) {
    var seen = Sighting.of(scene.facts().seen().peak()).observed();
    return Evidence.of(List.of(seen)).orElseThrow().sightings().get(0).seen();
  }

  /** A second window with the same settings shares what disturbed the first. */
  @Test
  void aRepeatIsNoSecondProof() {
    Scene scene = new Scene().saturated();
    scene.databaseCores = 4.0;
    // Looks at the line are counted one by one, so that more of them are more.
    scene.lineReadings = 0;
    Window window = scene.facts().seen().peak();

    assertThat(of(window, window).causes().get(Cause.TSDB_CPU))
        .isCloseTo(of(window).causes().get(Cause.TSDB_CPU), within(1e-9));
  }
}
