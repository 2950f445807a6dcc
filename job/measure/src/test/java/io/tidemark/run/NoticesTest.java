package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoticesTest {
  private static final Instant NOW = Instant.parse("2026-03-10T15:20:30Z");

  private static Notices notices(String... settings) {
    return new Notices(ConfigLoader.load(Optional.empty(), List.of(settings)).config());
  }

  private static Totals generatedUntil(Instant time) {
    return new Totals(Map.of("generatedMillis", time.toEpochMilli()));
  }

  /** Two days ahead, less a minute between clocks and a second's linger. */
  @Test
  void saysOnceThatTheGeneratorWaitsForTheClock() {
    Notices notices = notices();
    Instant horizon = NOW.plus(Duration.ofDays(2)).minusSeconds(61);

    assertThat(notices.of(generatedUntil(horizon.minusSeconds(60)), NOW)).isEmpty();
    assertThat(notices.of(generatedUntil(horizon.minusSeconds(59)), NOW))
        .singleElement()
        .asString()
        .contains("limits.future=2d", "every 1m");
    assertThat(notices.of(generatedUntil(horizon), NOW)).isEmpty();
  }

  @Test
  void saysOnceWhyLettersAreNotKept() {
    Notices notices = notices("dead-letter.max-bytes=64KiB");
    var totals = new Totals(Map.of("deadLettersKept", 5L, "deadLettersOverBytes", 1L));

    assertThat(notices.of(new Totals(Map.of("deadLettersKept", 5L)), NOW)).isEmpty();
    assertThat(notices.of(totals, NOW))
        .containsExactly(
            "dead letters are counted and no longer kept: dead-letter.max-bytes=64KiB is reached");
    assertThat(notices.of(totals, NOW)).isEmpty();
  }

  @Test
  void saysThatTheDiskIsFull() {
    assertThat(notices().of(new Totals(Map.of("deadLettersOverSpace", 1L)), NOW))
        .singleElement()
        .asString()
        .contains("dead-letter.max-free-share=0.1");
  }
}
