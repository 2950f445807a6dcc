package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.Tsdb;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of all databases has each of them, with its keys in the order that they are listed. */
class DatabasesPageTest {
  @Test
  void hasTheKeysOfEveryDatabase() throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/databases.md"));
    assertThat(Tsdb.all(getClass().getClassLoader())).hasSizeGreaterThan(2);
    Tsdb.all(getClass().getClassLoader())
        .forEach(
            (type, tsdb) -> {
              String keys =
                  tsdb.options().stream()
                      .map(OptionKey::name)
                      .map("`%s`"::formatted)
                      .collect(Collectors.joining(", "));
              // What throws everything away takes the keys of another.
              if (tsdb.stores()) {
                assertThat(page).contains("| `%s` | %s |\n".formatted(type, keys));
              }
              assertThat(page).contains("| `%s` | ".formatted(type));
            });
  }
}
