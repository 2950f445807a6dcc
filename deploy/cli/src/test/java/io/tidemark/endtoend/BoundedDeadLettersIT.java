package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.RunException;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of which everything is refused fills no disk, and ends. */
class BoundedDeadLettersIT {
  private static final Duration LONGER = Duration.ofMinutes(3);

  @TempDir Path folder;

  private List<String> settings(String... more) {
    var settings =
        new ArrayList<>(
            List.of(
                "source.datagen.series=1000",
                "amplify.m=2",
                "dead-letter.path=" + folder.resolve("dead"),
                "parallelism=2",
                "checkpoint.interval=1s"));
    settings.addAll(List.of(more));
    return settings;
  }

  @Test
  void aBoundOfBytesHoldsAndEveryLetterIsCounted() throws Exception {
    EmbeddedRun.Told told =
        EmbeddedRun.told(
            settings(
                "target.type=null",
                "limits.labels=1",
                "source.datagen.samples=50000",
                "dead-letter.max-bytes=100KiB"),
            LONGER);

    var letters = told.result().deadLetters();
    assertThat(told.result().recordsRejected()).isEqualTo(50_000);
    assertThat(letters.kept() + letters.overBytes()).isEqualTo(50_000);
    assertThat(letters.kept()).isEqualTo(DeadLetterFolder.read(folder.resolve("dead")).size());
    assertThat(letters.bytes()).isEqualTo(keptBytes()).isBetween(90L << 10, 100L << 10);
    assertThat(told.warnings())
        .singleElement()
        .asString()
        .contains("counted and no longer kept", "dead-letter.max-bytes=100KiB");
  }

  /** Refused before it is amplified. */
  @Test
  void aRunOfWhichTheRulesRefuseEverythingEnds() {
    assertThatThrownBy(
            () ->
                EmbeddedRun.told(
                    settings(
                        "target.type=null",
                        "limits.labels=1",
                        "source.datagen.rate=5000",
                        "dead-letter.refused-for=5s"),
                    LONGER))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("nearly everything was refused for 5s")
        .hasMessageContaining("too-many-labels")
        .hasMessageContaining("limits.labels=1")
        .message()
        .hasLineCount(1);
  }

  /** Refused by the database, after it had taken some. */
  @Test
  void aRunWhoseDatabaseRefusesEverythingEnds() throws Exception {
    try (var store = VictoriaMetricsContainer.start();
        var proxy =
            new FaultProxy(
                store.baseUrl(),
                write -> write.number() <= 20 ? Answer.STORE : Answer.status(400))) {
      assertThatThrownBy(
              () ->
                  EmbeddedRun.told(
                      settings(
                          "target.urls=[" + proxy.url() + "]",
                          "source.datagen.rate=2000",
                          "write.batch-samples=500",
                          "dead-letter.refused-for=10s"),
                      LONGER))
          .isInstanceOf(RunException.class)
          .hasMessageContaining("nearly everything was refused for 10s")
          .hasMessageContaining("rejected-http-400")
          .message()
          .hasLineCount(1);
    }
  }

  private long keptBytes() throws Exception {
    try (Stream<Path> files = Files.list(folder.resolve("dead"))) {
      long bytes = 0;
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }
}
