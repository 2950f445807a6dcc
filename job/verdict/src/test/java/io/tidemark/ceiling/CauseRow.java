package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;

/**
 * A window, by what a test makes full in it, and the cause that it must get; the thresholds are
 * those of the design's table.
 */
record CauseRow(String name, Consumer<Scene> scene, Cause cause) {
  static CauseRow row(String name, Consumer<Scene> scene, Cause cause) {
    return new CauseRow(name, scene, cause);
  }

  void check() {
    var made = new Scene();
    scene.accept(made);
    Verdict verdict = Attribution.judge(made.facts());
    assertThat(verdict.cause()).as(verdict.reason() + " " + verdict.against()).isEqualTo(cause);
    assertThat(verdict.evidence()).noneMatch(finding -> Boolean.FALSE.equals(finding.holds()));
    assertThat(verdict.against().values()).allMatch(finding -> !finding.holds());
    assertThat(verdict.advice()).isNotEmpty();
  }

  @Override
  public String toString() {
    return name + " → " + cause;
  }
}
