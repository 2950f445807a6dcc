package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.judge.Judging;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbTest {
  @TempDir private Path folder;

  @Test
  void aSideThatWouldStoreUnknownValuesIsRefusedBeforeTheOtherWarmsUp() {
    var plan = plan(load("target.step=6s"), load("target.step=1s"));

    assertThatThrownBy(() -> Ab.of(plan))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("target.heartbeat=10s");
  }

  /** B's database would know nothing of the series that A's was warmed up with. */
  @ParameterizedTest
  @CsvSource({
    "source.type=file, source.file.path=/tmp/some, source.type=file",
    "source.type=kafka, source.kafka.start=latest, source.kafka.start=latest"
  })
  void twoKindsOfDatabaseWantASourceThatCanBeReadAgain(String type, String more, String said) {
    var plan =
        plan(
            ConfigLoader.load(Optional.empty(), List.of("target.type=remote-write", type, more)),
            ConfigLoader.load(Optional.empty(), List.of(type, more)));

    assertThatThrownBy(() -> Ab.of(plan))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("target.type=remote-write in A and victoriametrics in B")
        .hasMessageContaining(said)
        .hasMessageContaining("target.urls");
  }

  private static ConfigLoader.Loaded load(String setting) {
    return ConfigLoader.load(Optional.empty(), List.of("target.type=rrdcached", setting));
  }

  private AbPlan plan(ConfigLoader.Loaded a, ConfigLoader.Loaded b) {
    return new AbPlan(
        a,
        b,
        Optional.empty(),
        Optional.empty(),
        6,
        0,
        Duration.ZERO,
        Duration.ofSeconds(8),
        Duration.ofSeconds(20),
        false,
        Judging.NONE,
        folder);
  }
}
