package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorTimeTest {
  private static final Instant NOW = Instant.parse("2026-03-10T15:20:30Z");

  private static JobConfig load(String... settings) {
    return ConfigLoader.load(Optional.empty(), List.of(settings)).config();
  }

  private static String start(String... settings) {
    return GeneratorTime.started(load(settings), NOW).source().datagen().start();
  }

  @Test
  void mayNotBeginBeyondWhatTheDatabaseTakes() {
    assertThat(start("source.datagen.start=2026-03-11T00:00:00Z"))
        .isEqualTo("2026-03-11T00:00:00Z");
    assertThatThrownBy(() -> start("source.datagen.start=2026-06-01T00:00:00Z"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.datagen.start=2026-06-01T00:00:00Z", "limits.future=2d");
  }

  /** VictoriaMetrics drops what is older than 31 days without a word unless it is told to keep. */
  @Test
  void beginsWhereNoDatabaseThatIsSetAsItComesDropsAnything() {
    assertThat(start()).isEqualTo("2026-02-11T00:00:00Z");
    assertThat(start("target.type=postgresql")).isEqualTo("2026-01-10T00:00:00Z");
    assertThat(start("target.type=null")).isEqualTo("2026-01-10T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "36500d, 2026-01-10T00:00:00Z",
    "7d, 2026-03-05T00:00:00Z",
    "1d, 2026-03-09T17:45:00Z",
    "10m, 2026-03-10T15:12:00Z"
  })
  void beginsWithinTheRetentionThatIsKnown(String retention, String start) {
    assertThat(start("limits.retention=" + retention)).isEqualTo(start);
  }

  @Test
  void aFileThatRepeatsBeginsWhereGeneratedTimeDoesAndNoOtherFileIsMoved() {
    JobConfig repeated = load("source.type=file", "source.file.path=a", "source.file.repeat=true");
    assertThat(GeneratorTime.started(repeated, NOW).source().file().start())
        .isEqualTo("2026-02-11T00:00:00Z");
    JobConfig once = load("source.type=file", "source.file.path=a");
    assertThat(GeneratorTime.started(once, NOW)).isEqualTo(once);
    assertThatThrownBy(() -> GeneratorTime.started(repeatedFrom("2026-06-01T00:00:00Z"), NOW))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.file.start=2026-06-01T00:00:00Z");
  }

  private static JobConfig repeatedFrom(String start) {
    return load(
        "source.type=file",
        "source.file.path=a",
        "source.file.repeat=true",
        "source.file.start=" + start);
  }

  @Test
  void onlyAFileThatRepeatsMayBeMovedAndOnlyOneMayRepeat() {
    assertThatThrownBy(() -> load("source.file.start=2026-06-01T00:00:00Z"))
        .hasMessageContaining("set source.file.repeat=true");
    assertThatThrownBy(() -> repeatedFrom("yesterday")).hasMessageContaining("an instant such as");
    for (String several : List.of("a,b", "a/*.lp")) {
      assertThatThrownBy(
              () ->
                  load(
                      "source.type=file", "source.file.path=" + several, "source.file.repeat=true"))
          .hasMessageContaining("source.file.repeat", "takes one file");
    }
  }

  /** 20,000 series a minute are 333 and a third a second. */
  @Test
  void beginsNowWhereItsRateIsNoMoreThanTheClocksPace() {
    assertThat(start("source.datagen.rate=333")).isEqualTo("2026-03-10T15:20:00Z");
    assertThat(start("source.datagen.rate=334")).isEqualTo("2026-02-11T00:00:00Z");
  }

  @Test
  void leavesWhatTheUserSetAndWhatIsNoGenerator() {
    assertThat(start("source.datagen.start=2025-01-01T00:00:00Z"))
        .isEqualTo("2025-01-01T00:00:00Z");
    assertThat(start("source.type=file")).isEmpty();
  }

  /** The last of six copies lies 50 s after its sample, and batches wait for a second. */
  @Test
  void staysBelowTheLimitWithAllCopiesAndByAnotherClock() {
    JobConfig config = load("amplify.m=6", "limits.future=1h", "write.linger=1s");

    assertThat(GeneratorTime.ahead(config))
        .isEqualTo(Duration.ofHours(1).minusSeconds(50 + 1 + 60));
  }
}
