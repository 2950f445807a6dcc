package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreSpeedTest {
  @TempDir Path folder;

  /** On a host that has nothing else to do; else there is no reading, which is right as well. */
  @Test
  void theFastestReadingIsKept() throws Exception {
    Path seen = folder.resolve("cache/core-speed");
    Optional<CoreSpeed> first = CoreSpeed.measure(seen);
    if (first.isPresent()) {
      assertThat(first.get().stepsPerSecond()).isPositive().isEqualTo(first.get().fastest());
      assertThat(Files.readString(seen)).isNotBlank();
    }

    Files.createDirectories(seen.getParent());
    Files.writeString(seen, "1000000.0");
    CoreSpeed.measure(seen)
        .ifPresent(
            again -> {
              assertThat(again.fastest()).isEqualTo(1_000_000);
              assertThat(again.stepsPerSecond()).isLessThan(1_000_000);
            });
  }
}
