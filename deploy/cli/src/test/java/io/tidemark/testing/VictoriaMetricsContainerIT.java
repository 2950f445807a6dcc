package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@Tag("guards:deploy/testing")
class VictoriaMetricsContainerIT {
  private static VictoriaMetricsContainer store;

  @BeforeAll
  static void start() {
    store = VictoriaMetricsContainer.start();
  }

  @AfterAll
  static void stop() {
    store.close();
  }

  @Test
  void keepsSyncedSamplesThroughAKill() {
    store.importPrometheus(
        """
        kept{host="a",dc="x"} 1.5 1700000000000
        kept{host="a",dc="x"} 2.5 1700000010000
        kept{host="b"} -3 1700000000000
        """);
    store.syncToDisk();

    store.kill();
    assertThatThrownBy(store::syncToDisk).hasMessageContaining("is not running");
    store.startAgain();

    assertThat(store.export("kept"))
        .isEqualTo(
            Set.of(
                new StoredSample("__name__=kept,dc=x,host=a", 1700000000000L, 1.5),
                new StoredSample("__name__=kept,dc=x,host=a", 1700000010000L, 2.5),
                new StoredSample("__name__=kept,host=b", 1700000000000L, -3)));
  }

  /** A flush in the background holds what it has taken out of the buffers: at any moment. */
  @RepeatedTest(6)
  void keepsSyncedSamplesOfNewSeriesThatAreJustBeingWritten(RepetitionInfo repetition) {
    String name = "busy_" + repetition.getCurrentRepetition();
    int series = 0;
    long endNanos = System.nanoTime() + 900_000_000L + 100_000_000L * new Random().nextInt(6);
    while (System.nanoTime() - endNanos < 0) {
      int from = series;
      series += 500;
      store.importPrometheus(
          IntStream.range(from, series)
              .mapToObj(i -> "%s{host=\"%d\"} 1 1700000000000\n".formatted(name, i))
              .collect(Collectors.joining()));
    }

    store.syncToDisk();
    store.kill();
    store.startAgain();

    store.awaitExactly(
        name,
        IntStream.range(0, series)
            .mapToObj(
                i -> new StoredSample("__name__=%s,host=%d".formatted(name, i), 1700000000000L, 1))
            .collect(Collectors.toSet()));
  }

  @Test
  void exportsOnlyWhatMatches() {
    store.importPrometheus("one 1 1700000000000\nother 2 1700000000000\n");

    assertThat(store.export("{__name__=\"one\"}"))
        .isEqualTo(Set.of(new StoredSample("__name__=one", 1700000000000L, 1)));
  }
}
