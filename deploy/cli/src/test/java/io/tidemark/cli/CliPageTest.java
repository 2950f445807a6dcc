package io.tidemark.cli;

import static io.tidemark.testing.check.Findings.assertNone;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * docs/cli.md says of every command, option and exit code what the program itself says. With {@code
 * -Dtidemark.write-pages=true} it is written.
 */
class CliPageTest {
  private static final Path FILE = Repository.root().resolve("docs/cli.md");

  @Test
  void thePageIsOfTheCommandsAsTheyAre() throws IOException {
    String page = CliPage.of(Main.commandLine());
    if (Boolean.getBoolean("tidemark.write-pages")) {
      Files.writeString(FILE, page);
    }
    String there = Files.exists(FILE) ? Files.readString(FILE) : "";
    assertNone(
        there.equals(page)
            ? List.of()
            : List.of(
                new Finding(
                    "docs/cli.md",
                    firstDifference(there.lines().toList(), page.lines().toList()),
                    "is not what the commands say",
                    "write it: mvn -pl deploy/cli -am test -Dtest=CliPageTest"
                        + " -Dtidemark.write-pages=true -Dsurefire.failIfNoSpecifiedTests=false")));
  }

  /** The number, from 1, of the first line that differs. */
  private static int firstDifference(List<String> there, List<String> wanted) {
    return 1
        + IntStream.range(0, Math.min(there.size(), wanted.size()))
            .filter(i -> !there.get(i).equals(wanted.get(i)))
            .findFirst()
            .orElse(Math.min(there.size(), wanted.size()));
  }
}
