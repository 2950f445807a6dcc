package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DatabaseOfOurOwnTest {
  private static final String ELSEWHERE = "queries.urls=[http://db:8428]";

  @Test
  void isStartedWhereNoneIsNamed() {
    assertThat(DatabaseOfOurOwn.wanted(load())).isPresent();
    assertThat(DatabaseOfOurOwn.wanted(load("target.urls=[http://db:8428]", ELSEWHERE))).isEmpty();
  }

  /** Nobody was asked whether that one may be loaded. */
  @Test
  void isNotWrittenToWhileAnotherOneIsRead() {
    assertThatThrownBy(() -> DatabaseOfOurOwn.wanted(load(ELSEWHERE)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("queries.urls names a database, and target.urls none");
  }

  private static ConfigLoader.Loaded load(String... set) {
    return ConfigLoader.load(Optional.empty(), List.of(set));
  }
}
