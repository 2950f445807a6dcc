package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunLabelTest {
  private static final Instant BEGIN = Instant.parse("2026-11-22T03:55:00Z");

  @Test
  void runsOfTheSameSecondHaveNamesOfTheirOwn() {
    var names = new HashSet<String>();
    for (int i = 0; i < 100; i++) {
      names.add(RunLabel.ofRun(BEGIN));
    }

    assertThat(names).hasSize(100).allMatch(name -> name.startsWith("tidemark-20261122-035500_"));
    names.forEach(RunLabel::requireName);
    RunLabel.requireName(RunLabel.ofComparison(BEGIN));
  }

  /** What {@code clean} deletes is the run with a name, and what begins with it and a dash. */
  @Test
  void noNameBeginsWithAnotherAndADash() {
    assertThat(RunLabel.ofRun(BEGIN)).doesNotStartWith("tidemark-20261122-035500-");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mine", "tidemark", "tidemark-20261122-035500_k7Q2x", "ab-20261122-035500-01-a"})
  void whatNoRunIsCalledIsNoName(String text) {
    assertThatThrownBy(() -> RunLabel.requireName(text))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--run=%s: not the name of a run".formatted(text));
  }

  @ParameterizedTest
  @CsvSource({
    "tidemark-20261122-035500, tidemark-20261122-035500",
    "tidemark-20261122-035500_k7q2x, tidemark-20261122-035500_k7q2x",
    "ab-20261122-035500-01-a, ab-20261122-035500",
    "ab-20261122-035500_k7q2x-01-a, ab-20261122-035500_k7q2x",
    "tidemark-prod, ''",
    "tidemark-20261122-0355001, ''",
    "my-tidemark-20261122-035500, ''"
  })
  void aValueNamesItsRun(String value, String name) {
    assertThat(RunLabel.nameIn(value).orElse("")).isEqualTo(name);
  }

  @Test
  void standsBesideTheUsersOwnLabels() {
    var target = TestConfig.of("target.extra-labels.run=mine").target();

    var labelled = RunLabel.on(target, "tidemark-20261122-035500_k7q2x");

    assertThat(labelled.extraLabels())
        .isEqualTo(Map.of("run", "mine", "tidemark_run", "tidemark-20261122-035500_k7q2x"));
    assertThat(RunLabel.on(labelled, "")).isEqualTo(target);
  }

  @ParameterizedTest
  @CsvSource({"victoriametrics, true", "postgresql, true", "opentsdb, false", "null, false"})
  void isOnWhereverTheDatabaseTakesIt(String type, boolean on) {
    assertThat(TestConfig.of("target.type=" + type).target().runLabel()).isEqualTo(on);
    assertThat(TestConfig.of("target.type=" + type, "target.run-label=true").target().runLabel())
        .isTrue();
  }
}
