package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.CeilingResult.Settings;
import io.tidemark.ceiling.CeilingResult.Sighting;
import io.tidemark.measure.Window;
import io.tidemark.model.Observation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelledTest {
  /** Of four cores all are used, and the slots are free. */
  private static Window fullCores() {
    Scene scene = new Scene().saturated();
    scene.databaseCores = 4.0;
    return scene.facts().seen().peak();
  }

  @Test
  void theDatabasesCpuLeadsWhereAllOfItIsUsed() {
    Modelled model = Modelled.of(fullCores()).orElseThrow();

    double cpu = model.probabilities().get(Resource.DATABASE_CPU);
    assertThat(model.probabilities()).allSatisfy((other, p) -> assertThat(p).isBetween(0.0, 1.0));
    assertThat(model.probabilities().values()).allMatch(p -> p <= cpu);
    assertThat(cpu).isGreaterThan(model.none());
    assertThat(model.gains().get(Resource.DATABASE_CPU).median()).isGreaterThan(1.2);
  }

  @Test
  void saysTheSameOfTheSameWindows() {
    assertThat(Modelled.of(fullCores())).isEqualTo(Modelled.of(fullCores()));
  }

  @Test
  void intervalsOfGainsAreInOrder() {
    Modelled model = Modelled.of(fullCores()).orElseThrow();

    assertThat(model.gains().values())
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
    Window silent = scene.facts().seen().peak();

    assertThat(Modelled.of(silent)).isEmpty();
    assertThat(Modelled.of(List.of())).isEmpty();
  }

  /** A second window with the same settings shares what disturbed the first. */
  @Test
  void aRepeatIsNoSecondProof() {
    Scene scene = new Scene().saturated();
    scene.databaseCores = 4.0;
    // Looks at the line are counted one by one, so that more of them are more.
    scene.lineReadings = 0;
    Window window = scene.facts().seen().peak();
    Observation seen = new Sighting(window, Settings.of(window, Map.of()), 1).observed();
    Modelled once = Modelled.of(List.of(seen)).orElseThrow();
    Modelled twice = Modelled.of(List.of(seen, seen)).orElseThrow();

    assertThat(twice.probabilities().get(Resource.DATABASE_CPU))
        .isCloseTo(once.probabilities().get(Resource.DATABASE_CPU), within(1e-9));
  }
}
