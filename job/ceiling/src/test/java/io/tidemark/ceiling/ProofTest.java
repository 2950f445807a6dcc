package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.CeilingResult.Intervention;
import io.tidemark.ceiling.Verdict.Confidence;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProofTest {
  private final Verdict cpu = verdict();

  @Test
  void theNamedChangeThatMovesProvesIt() {
    Verdict proven =
        Proof.of(cpu, List.of(change(Cause.TSDB_CPU, 0.5, 0.52), none(Cause.JOB_IN_FLIGHT)));
    assertThat(proven.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(proven.confidence()).isEqualTo(Confidence.HIGH);
  }

  @Test
  void theNamedChangeThatMovesNothingContradictsIt() {
    Verdict verdict = Proof.of(cpu, List.of(none(Cause.TSDB_CPU)));
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("should have moved");
    assertThat(verdict.next()).containsExactly(Cause.TSDB_CPU);
  }

  @Test
  void theNamedChangeThatMovesTheWrongWayContradictsIt() {
    Verdict verdict = Proof.of(cpu, List.of(change(Cause.TSDB_CPU, 2, 0.55)));
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("-45 %");
  }

  @Test
  void anotherChangeThatMovesContradictsIt() {
    Verdict verdict = Proof.of(cpu, List.of(change(Cause.JOB_IN_FLIGHT, 2, 1.8)));
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
  }

  @Test
  void whatCouldNotBeChangedProvesNothing() {
    Verdict verdict = Proof.of(cpu, List.of(none(Cause.JOB_IN_FLIGHT)));
    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(verdict.confidence()).isEqualTo(Confidence.MEDIUM);
  }

  private static Verdict verdict() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    return Attribution.judge(scene.facts());
  }

  private static Intervention change(Cause speaksFor, double factor, double effect) {
    double elasticity = Math.log(effect) / Math.log(factor);
    return new Intervention(
        "a", "job", factor, 1e6, effect * 1e6, elasticity, elasticity, elasticity, true, speaksFor);
  }

  private static Intervention none(Cause speaksFor) {
    return new Intervention("a", "job", 2, 1e6, 1.01e6, 0.01, -0.1, 0.1, false, speaksFor);
  }
}
