package io.tidemark.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aged.Past;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.RunException;
import io.tidemark.savepoint.Json;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FillingTest {
  /** Ten series, each of 1,440 minutes, twice. */
  private static final Past PAST =
      Past.of(
          ConfigLoader.load(Optional.empty(), List.of("source.datagen.series=10", "amplify.m=2"))
              .config(),
          Duration.ofDays(1),
          Instant.parse("2026-03-10T15:20:30Z"));

  @Test
  void aPastIsWholeWhenAllOfItIsStored() {
    assertThatCode(() -> Filling.requireWhole(PAST, result(14_400, 0, 28_800, false, "{}")))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "14399 | 0 | 28800 | {} | read=14399 of 14400",
        "14400 | 1 | 28800 | {} | refused=1",
        "14400 | 0 | 28799 | {} | acknowledged=28799 of 28800",
        "14400 | 0 | 28800 | {\"big_timestamp\": 5} | ignored={big_timestamp=5}"
      })
  void whatLacksASampleIsNotKept(
      long read, long refused, long acked, String ignored, String expected) {
    assertThatThrownBy(
            () -> Filling.requireWhole(PAST, result(read, refused, acked, false, ignored)))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("not kept", expected);
  }

  /** It may have ended by itself in the same moment; nobody can tell. */
  @Test
  void whatWasInterruptedIsNotKept() {
    assertThatThrownBy(() -> Filling.requireWhole(PAST, result(14_400, 0, 28_800, true, "{}")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("interrupted", "nothing of it is kept");
  }

  private static RunResult result(
      long read, long refused, long acked, boolean interrupted, String ignored) throws IOException {
    String json =
        """
        {"samplesRead": %d, "recordsRejected": %d, "samplesAmplified": 28800, "samplesAcked": %d,
         "interrupted": %s, "store": {"rowsIgnored": %s}}
        """
            .formatted(read, refused, acked, interrupted, ignored);
    return Json.read(json.getBytes(UTF_8), RunResult.class);
  }
}
