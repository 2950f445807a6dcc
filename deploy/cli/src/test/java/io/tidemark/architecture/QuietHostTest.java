package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test that is run again after a failure hides a race: each has to be asked for by name. */
class QuietHostTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Za-z]+IT)` \\|");

  @Test
  void thePageNamesEveryClassThatIsRunAgainAndNoOther() throws IOException {
    Set<String> named =
        ROW.matcher(Files.readString(Repository.root().resolve("docs/testing.md")))
            .results()
            .map(row -> row.group(1))
            .collect(Collectors.toSet());
    assertThat(tagged()).isNotEmpty().isEqualTo(named);
  }

  private static Set<String> tagged() throws IOException {
    try (Stream<Path> files = Files.walk(Repository.root())) {
      return files
          .filter(file -> file.toString().endsWith("IT.java"))
          .filter(file -> read(file).contains("@Tag(\"quiet-host\")"))
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .collect(Collectors.toSet());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
