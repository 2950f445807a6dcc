package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbFolderTest {
  private static final long MIB = 1 << 20;

  @TempDir Path folder;

  @Test
  void wantsRoomForAllThatMayBeInFlight() {
    JobConfig config =
        ConfigLoader.load(Optional.empty(), List.of("write.in-flight=4", "write.batch-bytes=8MiB"))
            .config();
    long needed = 4 * 8 * MIB + 64 * MIB;

    assertThatCode(() -> AbFolder.requireSpace(config, needed)).doesNotThrowAnyException();
    assertThatThrownBy(() -> AbFolder.requireSpace(config, needed - MIB))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "no room for a savepoint [free=95MiB, needed=96MiB: write.in-flight=4 × write.batch-bytes=8MiB, and 64MiB]; name a folder on a larger disk with --out");
  }

  @Test
  void refusesAFolderWithAnotherComparisonInIt() throws IOException {
    Files.writeString(folder.resolve("ab.json"), "{}");

    assertThatThrownBy(() -> new AbFolder(folder).requireNew())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("holds a comparison already; go on with it (--resume " + folder);
  }

  @Test
  void saysOfWhichOptionAFileOfItIsMissing() {
    assertThatThrownBy(() -> new AbFolder(folder).configs())
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("a.yaml (--resume)");
  }
}
