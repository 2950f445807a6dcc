package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.proof.PerturbedCopies;
import io.tidemark.proof.Proof;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PerturbedCopiesTest {
  private static Map<Cause, Double> copies(Scene scene) {
    return PerturbedCopies.causes(scene.facts().seen(), List.of(), Proof.Doubts.NONE);
  }

  /** Of four cores all are used, and the slots are free. */
  private static Scene fullCores() {
    Scene scene = new Scene().saturated();
    scene.databaseCores = 4.0;
    scene.gainedByMore = false;
    return scene;
  }

  @Test
  void mostAgreeWhereOneThingIsPlainlyFull() {
    assertThat(copies(fullCores()).get(Cause.TSDB_CPU)).isGreaterThan(0.75);
  }

  @Test
  void sharesSumToOneAndAreTheSameForTheSameWindows() {
    Map<Cause, Double> shares = copies(fullCores());

    assertThat(shares.values().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(copies(fullCores())).isEqualTo(shares);
  }

  /** The bound on the database's CPU is 0.9; below it, more in flight gains. */
  @Test
  void thoseOfAVerdictThatHangsOnABoundAreDivided() {
    Scene scene = new Scene().saturated();
    scene.databaseCores = 4 * Thresholds.FULL;

    Map<Cause, Double> shares = copies(scene);
    assertThat(shares.get(Cause.TSDB_CPU)).isBetween(0.25, 0.75);
    assertThat(shares.get(Cause.JOB_IN_FLIGHT)).isBetween(0.25, 0.75);
  }

  /** Of one window, what holds the slots is not known: a delay, a lock or CPU that is not given. */
  @Test
  void whatHoldsTheSlotsIsNotTakenForADelayOnly() {
    Scene scene = new Scene().saturated();
    scene.slotsInUse = 8;
    scene.databaseCores = 0.5;

    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(copies(scene).get(Cause.TSDB_SLOTS)).isBetween(0.2, 0.8);
  }

  /** Of the interval −0.1 to 1.3 a part moves too little to contradict. */
  @Test
  void interventionsAreDrawnFromTheirIntervals() {
    var raised =
        new Intervention(
            "requests in flight 16 → 32",
            "job",
            2,
            1e6,
            1.52e6,
            0.6,
            -0.1,
            1.3,
            1,
            false,
            Cause.JOB_IN_FLIGHT);
    Map<Cause, Double> shares =
        PerturbedCopies.causes(fullCores().facts().seen(), List.of(raised), Proof.Doubts.NONE);

    assertThat(shares.get(Cause.TSDB_CPU)).isLessThan(copies(fullCores()).get(Cause.TSDB_CPU));
    assertThat(shares.get(Cause.TSDB_CPU)).isGreaterThan(0.05);
  }
}
