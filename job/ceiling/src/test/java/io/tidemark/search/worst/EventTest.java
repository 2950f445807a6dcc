package io.tidemark.search.worst;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventTest {
  private static List<Event> events(String names, String... hooks) {
    return Event.parse(
        List.of(names),
        List.of(hooks),
        List.of(hooks),
        Duration.ofSeconds(1),
        new Undos(Path.of("none")));
  }

  /** A hook may do what it likes, and that has the user's yes. */
  @Test
  void whatIsNotOursIsChangedByAHookOnly() {
    assertThatCode(() -> events("midnight,merge", "merge=true").forEach(Event::requireHarmless))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> events("merge").forEach(Event::requireHarmless))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("Tidemark does that only to a database that it started");
  }

  /** Which is known before the search begins. */
  @Test
  void aMergeTakesADatabaseThatMergesOnRequest() {
    Event merge = events("merge").get(0);

    assertThatThrownBy(() -> merge.requireMerge("Prometheus", false))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(
            "--worst=merge: Prometheus takes no request to merge its files; say how with --hook");
    assertThatCode(
            () -> {
              merge.requireMerge("VictoriaMetrics", true);
              events("restart").get(0).requireMerge("Prometheus", false);
              events("merge", "merge=true").get(0).requireMerge("Prometheus", false);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void whatIsNotOursToChangeIsNotBegun() {
    assertThatThrownBy(() -> events("restart").get(0).begin(Optional.empty(), line -> {}))
        .hasMessage("restart could not be made: the database is not ours");
  }
}
