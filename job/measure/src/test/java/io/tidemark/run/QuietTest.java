package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuietTest {
  /** At 2 % of a core, and then with a file that grows, or a merge of 20 % of a core. */
  @Test
  void aDatabaseIsQuietAfterThreeLooksWithoutWork() {
    var quiet = new Quiet();
    assertThat(quiet.look(10, 0, 100)).isFalse();
    assertThat(quiet.look(10.02, 1, 100)).isFalse();
    assertThat(quiet.look(10.04, 1, 100)).isFalse();
    assertThat(quiet.look(10.06, 1, 101)).isFalse();
    assertThat(quiet.look(10.08, 1, 101)).isFalse();
    assertThat(quiet.look(10.28, 1, 101)).isFalse();
    assertThat(quiet.look(10.30, 1, 101)).isFalse();
    assertThat(quiet.look(10.32, 1, 101)).isFalse();
    assertThat(quiet.look(10.34, 1, 101)).isTrue();
    assertThat(quiet.look(10.36, 1, -1)).isFalse();
    assertThat(new Quiet().look(Double.NaN, 1, 0)).isFalse();
  }
}
