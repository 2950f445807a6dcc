package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.testing.WrittenPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** docs/reference/keys.md has every key as the schema and the defaults have it. */
class ConfigurationPageTest {
  @Test
  void thePageIsOfTheConfigurationAsItIs() throws IOException {
    WrittenPage.assertIs(
        ConfigurationPage.FILE, ConfigurationPage.page(), ConfigurationPageTest.class);
  }

  @Test
  void everyKeyHasItsTypeItsDefaultAndWhatItMeans() {
    assertThat(ConfigurationPage.page().lines())
        .contains(
            "| `write.in-flight` | whole number | `16` | requests outstanding, in all, over the whole job |",
            "| `write.batch-bytes` | size | `8MiB` | largest request, before compression |",
            "| `dead-letter.type` | `file`, `kafka` | `file` | where letters are kept: file (a folder); `kafka` |",
            "| `parallelism` | whole number | `0` | 0: this machine's cores, or the cluster's free slots |")
        .anyMatch(
            line -> line.startsWith("| `ignite` | `target.partitions` | whole number | `25` |"));
  }

  @Test
  void aKeyOfWhichNothingIsSaidIsNone() throws IOException {
    String silent;
    try (var in = ConfigLoader.class.getResourceAsStream("defaults.yaml")) {
      silent =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .replaceFirst("(?m)^(  linger: 1s) .*", "$1");
    }

    assertThatThrownBy(() -> ConfigurationPage.of(silent))
        .hasMessageContaining("nothing is said of `write.linger`");
  }
}
