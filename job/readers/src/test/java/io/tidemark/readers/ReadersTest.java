package io.tidemark.readers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.sink.TargetConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadersTest {
  @TempDir Path folder;

  @Test
  void thereAreNoneUnlessSomethingIsAsked() {
    assertThat(Readers.start(config(), "tidemark")).isEmpty();
  }

  @Test
  void theirProcessGetsTheVariablesOfTheTargetsSecretsAndNoOthers() {
    var auth = new TargetConfig.Auth("me", "${DB_PASSWORD}", "", "", "");

    assertThat(
            Readers.ownSecrets(
                auth, Map.of("DB_PASSWORD", "a", "KAFKA_PASSWORD", "b", "PASSWORD", "c")))
        .containsOnly(Map.entry("DB_PASSWORD", "a"));
  }

  @Test
  void aKindThatCannotBeAskedIsRefused() {
    assertThatThrownBy(() -> Readers.start(config("target.type=null", "queries.top=1"), "tidemark"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("target.type=null can't be asked yet");
  }

  @Test
  void readsExpressionsOfAFileWithoutItsComments() throws Exception {
    Path file = folder.resolve("queries.txt");
    Files.writeString(file, "# by region\nsum(a) by (region)\n\n  up  \n");

    assertThat(Expressions.of(config("queries.file=" + file).queries()))
        .containsExactly("sum(a) by (region)", "up");
  }

  @Test
  void aFileThatCannotBeReadOrHoldsNothingIsRefused() throws Exception {
    Path empty = Files.writeString(folder.resolve("empty.txt"), "# nothing\n");

    assertThatThrownBy(() -> Expressions.of(config("queries.file=" + empty).queries()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("has no expression");
    assertThatThrownBy(
            () -> Expressions.of(config("queries.file=" + folder.resolve("none")).queries()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("can't be read");
  }

  private static JobConfig config(String... set) {
    return ConfigLoader.load(Optional.empty(), List.of(set)).config();
  }
}
