package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.run.RunResult;
import io.tidemark.savepoint.Catalogue;
import io.tidemark.savepoint.KeptSavepoint;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A savepoint that an earlier build took, with batches in flight, goes on in this one. If this
 * fails, state that users have can't be restored any more: keep what reads it, or say so in words
 * and raise a version. {@code src/test/resources/savepoint-v1/README.md} says how it was taken.
 */
class KeptSavepointIT {
  private static final long SAMPLES = 40_000;

  /** By the server that the savepoint's job wrote to, before it was taken. */
  private static final int ACKNOWLEDGED_BEFORE = 600;

  @TempDir Path folder;

  @Test
  void goesOnToTheSameSamplesAsARunFromTheBeginning() throws Exception {
    Path savepoint = KeptSavepoint.copyTo(folder);
    Map<String, Long> counted = Catalogue.verify(savepoint.toString()).manifest().totals();
    assertThat(counted.get("samplesRead")).isBetween(1L, SAMPLES - 1);
    try (var store = VictoriaMetricsContainer.start()) {
      RunResult resumed = run(store, "resumed", Optional.of(savepoint.toUri().toString()));
      RunResult fresh = run(store, "fresh", Optional.empty());

      assertThat(resumed.samplesRead()).isEqualTo(SAMPLES);
      assertThat(resumed.samplesAmplified()).isEqualTo(2 * SAMPLES);
      assertThat(resumed.samplesAcked()).isEqualTo(2 * SAMPLES);
      assertThat(resumed.samplesPending()).isZero();
      assertThat(fresh.samplesAcked()).isEqualTo(2 * SAMPLES);
      // The sketch in the state and the one of this build count the same series once.
      assertThat(resumed.series().active()).isEqualTo(fresh.series().active()).isPositive();
      // What an earlier Tidemark began goes on as it was, without a label.
      assertThat(resumed.runLabel()).isNull();
      assertThat(store.runLabels("{run=\"resumed\"}")).containsExactly("");
      assertThat(store.runLabels("{run=\"fresh\"}")).containsExactly(fresh.runLabel());
      var stored = ComparedTopic.stored(store, "run", "resumed");
      assertThat(stored.size()).isEqualTo(2 * SAMPLES - ACKNOWLEDGED_BEFORE);
      assertThat(ComparedTopic.stored(store, "run", "fresh").containsAll(stored)).isTrue();
    }
  }

  /**
   * @param run label of what it writes; the batches in flight in the savepoint say "resumed"
   */
  private static RunResult run(
      VictoriaMetricsContainer store, String run, Optional<String> savepoint) {
    var settings =
        List.of(
            "source.datagen.start=2026-01-01T00:00:00Z",
            "source.datagen.series=20",
            "source.datagen.samples=" + SAMPLES,
            "amplify.m=2",
            "target.urls=[" + store.baseUrl() + "]",
            "target.extra-labels.run=" + run,
            "write.batch-samples=100",
            "write.in-flight=2",
            "parallelism=1");
    return EmbeddedRun.of(settings, savepoint);
  }
}
