package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LastingTroubleTest {
  private final LastingTrouble trouble = new LastingTrouble(Duration.ofNanos(10));

  @Test
  void troubleThatPassesIsNoReasonToGiveUp() {
    assertThat(trouble.lasting(Optional.of("no config map"), 0)).isEmpty();
    assertThat(trouble.lasting(Optional.empty(), 9)).isEmpty();
    assertThat(trouble.lasting(Optional.of("no config map"), 12)).isEmpty();
    assertThat(trouble.lasting(Optional.of("no config map"), 21)).isEmpty();
  }

  @Test
  void troubleThatLastsIsToldAsItIsNow() {
    assertThat(trouble.lasting(Optional.of("pulling"), 0)).isEmpty();
    assertThat(trouble.lasting(Optional.of("no such image"), 10)).contains("no such image");
    assertThat(trouble.last()).contains("no such image");
  }
}
