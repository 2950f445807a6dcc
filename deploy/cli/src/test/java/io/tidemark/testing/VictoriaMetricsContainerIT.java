package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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
    assertThatThrownBy(store::syncToDisk).hasMessageContaining("did not answer");
    store.startAgain();

    assertThat(store.export("kept"))
        .isEqualTo(
            Set.of(
                new StoredSample("__name__=kept,dc=x,host=a", 1700000000000L, 1.5),
                new StoredSample("__name__=kept,dc=x,host=a", 1700000010000L, 2.5),
                new StoredSample("__name__=kept,host=b", 1700000000000L, -3)));
  }

  @Test
  void exportsOnlyWhatMatches() {
    store.importPrometheus("one 1 1700000000000\nother 2 1700000000000\n");

    assertThat(store.export("{__name__=\"one\"}"))
        .isEqualTo(Set.of(new StoredSample("__name__=one", 1700000000000L, 1)));
  }
}
