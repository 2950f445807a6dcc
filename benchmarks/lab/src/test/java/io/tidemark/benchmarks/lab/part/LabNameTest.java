package io.tidemark.benchmarks.lab.part;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabNameTest {
  @Test
  void belongsToThisProcessAsLongAsItRuns() {
    assertThat(LabName.isLeftBehind(LabName.next("group"))).isFalse();
  }

  @Test
  void isLeftBehindWhereTheProcessIsGoneOrAnotherHasItsId() {
    String own = LabName.next("group");
    String[] parts = own.split("-");

    assertThat(LabName.isLeftBehind(own.replace("-" + parts[2] + "-", "-4194305-"))).isTrue();
    assertThat(LabName.isLeftBehind(own.replace("-" + parts[3] + "-", "-1-"))).isTrue();
  }

  @Test
  void saysNothingOfWhatIsNotOfALab() {
    assertThat(LabName.isLeftBehind("tidemark-test-17")).isFalse();
    assertThat(LabName.isLeftBehind("docker")).isFalse();
  }
}
