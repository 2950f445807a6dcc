package io.tidemark.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  @Test
  void isAsFullAsTheShareSays() {
    assertThat(ProgressBar.of(0.25)).isEqualTo("[#####...............] ");
    assertThat(ProgressBar.of(-1)).doesNotContain("#");
    assertThat(ProgressBar.of(3)).isEqualTo("[" + "#".repeat(20) + "] ");
  }

  @Test
  void whatIsLeftTakesAsLongForEachShareAsWhatIsDone() {
    assertThat(ProgressBar.left(Duration.ofSeconds(30), 0.25)).isEqualTo(", 1:30 left");
  }

  @Test
  void saysNothingOfTheFirstMomentsNorOfTheEnd() {
    assertThat(ProgressBar.left(Duration.ofSeconds(1), 0.1)).isEmpty();
    assertThat(ProgressBar.left(Duration.ofSeconds(30), 0)).isEmpty();
    assertThat(ProgressBar.left(Duration.ofSeconds(30), 1)).isEmpty();
  }
}
