package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {
  @ParameterizedTest
  @CsvSource({
    "0s, 0, 0s",
    "500ms, 500, 500ms",
    "10s, 10000, 10s",
    "60s, 60000, 1m",
    "1m30s, 90000, 1m30s",
    "1h1ms, 3600001, 1h1ms",
    "2d, 172800000, 2d",
    "36h, 129600000, 1d12h"
  })
  void readsAndWritesDurations(String text, long millis, String canonical) {
    assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(millis));
    assertThat(DurationText.format(Duration.ofMillis(millis))).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "s", "-1s", "1.5s", "1s1m", "10 s", "1y", "9999999999d"})
  void refusesOtherDurations(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> DurationText.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "1000, 1000, 1000",
    "512B, 512, 512",
    "1024, 1024, 1KiB",
    "1536KiB, 1572864, 1536KiB",
    "8MiB, 8388608, 8MiB",
    "2GiB, 2147483648, 2GiB",
    "4096GiB, 4398046511104, 4096GiB"
  })
  void readsAndWritesSizes(String text, long bytes, String canonical) {
    assertThat(SizeText.parse(text)).isEqualTo(bytes);
    assertThat(SizeText.format(bytes)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MiB", "8MB", "8M", "-1", "1.5MiB", "8 MiB"})
  void refusesOtherSizes(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> SizeText.parse(text));
  }
}
