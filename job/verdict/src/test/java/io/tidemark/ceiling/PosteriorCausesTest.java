package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.CeilingResult.Model;
import io.tidemark.ceiling.CeilingResult.Sighting;
import io.tidemark.measure.Window;
import io.tidemark.proof.PosteriorCauses;
import java.util.List;
import org.junit.jupiter.api.Test;

class PosteriorCausesTest {
  /** Of four cores all are used, and the slots are free. */
  private static Window fullCores() {
    Scene scene = new Scene().saturated();
    scene.databaseCores = 4.0;
    return scene.facts().seen().peak();
  }

  private static Model of(Window... windows) {
    return PosteriorCauses.of(List.of(windows).stream().map(Sighting::of).toList());
  }

  @Test
  void theDatabasesCpuLeadsWhereAllOfItIsUsed() {
    Model model = of(fullCores());

    double cpu = model.probabilities().get(Cause.TSDB_CPU);
    assertThat(model.untold()).isNull();
    assertThat(model.probabilities()).allSatisfy((other, p) -> assertThat(p).isBetween(0.0, 1.0));
    assertThat(model.probabilities().values()).allMatch(p -> p <= cpu);
    assertThat(model.gains().get(Cause.TSDB_CPU).median()).isGreaterThan(1.2);
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

  /** A second window with the same settings shares what disturbed the first. */
  @Test
  void aRepeatIsNoSecondProof() {
    Scene scene = new Scene().saturated();
    scene.databaseCores = 4.0;
    // Looks at the line are counted one by one, so that more of them are more.
    scene.lineReadings = 0;
    Window window = scene.facts().seen().peak();

    assertThat(of(window, window).probabilities().get(Cause.TSDB_CPU))
        .isCloseTo(of(window).probabilities().get(Cause.TSDB_CPU), within(1e-9));
  }
}
