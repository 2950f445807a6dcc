package io.tidemark.job.datagen;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HorizonTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private long nowMillis;
  private final Horizon horizon = new Horizon(MINUTE, Duration.ofHours(1), () -> nowMillis);

  private boolean isBeyond(Duration sinceHorizon, int index) {
    horizon.look();
    return horizon.isBeyond(
        nowMillis + Duration.ofHours(1).plus(sinceHorizon).toMillis(), index, 60);
  }

  @Test
  void aTickIsDueOnceItIsOverAndKeepsNothingWaiting() {
    assertThat(isBeyond(MINUTE.negated(), 59)).isFalse();
    assertThat(isBeyond(Duration.ofDays(-60), 59)).isFalse();
    assertThat(horizon.isReached()).isFalse();
  }

  @Test
  void theSeriesOfTheTickAtTheHorizonAreDueOneAfterTheOther() {
    assertThat(isBeyond(Duration.ofSeconds(-20), 20)).isFalse();
    assertThat(isBeyond(Duration.ofSeconds(-20), 21)).isTrue();
    assertThat(horizon.isReached()).isTrue();
  }

  @Test
  void itMovesWithTheClock() {
    horizon.look();
    long timestampMillis = Duration.ofHours(1).toMillis() + 1;
    assertThat(horizon.isBeyond(timestampMillis, 0, 60)).isTrue();
    nowMillis = 1;
    horizon.look();
    assertThat(horizon.isBeyond(timestampMillis, 0, 60)).isFalse();
  }
}
