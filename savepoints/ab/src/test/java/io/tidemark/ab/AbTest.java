package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbTest {
  @TempDir private Path folder;

  @Test
  void aSideThatWouldStoreUnknownValuesIsRefusedBeforeTheOtherWarmsUp() {
    var plan = plan(load("target.step=6s"), load("target.step=1s"));

    assertThatThrownBy(() -> Ab.of(plan))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("target.heartbeat=10s");
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
        folder);
  }
}
