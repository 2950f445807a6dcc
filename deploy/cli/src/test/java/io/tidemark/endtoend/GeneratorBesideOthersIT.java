package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.VictoriaMetricsContainer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A generator that is faster than the clock, into a database that Tidemark did not start. */
class GeneratorBesideOthersIT {
  private static final int SERIES = 100;
  private static final int M = 4;

  @TempDir Path folder;

  /** An hour a tick: a month is over in a second, and two days ahead of the clock soon after. */
  @Test
  void nothingIsRefusedOrDroppedThoughItReachesTheDatabasesLimit() {
    try (var store = VictoriaMetricsContainer.start("-retentionPeriod=1")) {
      EmbeddedRun.Told told =
          EmbeddedRun.told(
              List.of(
                  "source.datagen.series=" + SERIES,
                  "source.datagen.interval=1h",
                  "amplify.m=" + M,
                  "target.urls=[" + store.baseUrl() + "]",
                  "target.extra-labels={run: limit}",
                  "dead-letter.path=" + folder.resolve("dead"),
                  "parallelism=2"),
              Duration.ofSeconds(15));

      assertThat(told.warnings()).singleElement().asString().contains("at the clock's pace");
      assertThat(told.result().recordsRejected()).isZero();
      assertThat(told.result().samplesDeadLettered()).isZero();
      assertThat(folder).isEmptyDirectory();
      // 27 or 28 days back, two ahead.
      assertThat(told.result().samplesRead())
          .isBetween(28L * 24 * SERIES, 30L * 24 * SERIES + SERIES);
      // What lies ahead of the clock is stored, and not exported.
      assertThat(store.export("{run=\"limit\"}").size())
          .isGreaterThan((int) told.result().samplesAcked() - 49 * SERIES * M);
    }
  }
}
