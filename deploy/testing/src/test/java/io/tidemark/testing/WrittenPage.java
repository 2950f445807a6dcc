package io.tidemark.testing;

import static io.tidemark.testing.check.Findings.assertNone;

import io.tidemark.testing.check.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A page that the code writes: a test compares it, and writes it where that is asked for. */
public final class WrittenPage {
  private WrittenPage() {}

  /**
   * With {@code -Dtidemark.write-pages=true} the page is written first.
   *
   * @param page its path in the repository
   * @param wanted the page as the code has it now
   * @param test the class in {@code deploy/cli} that compares it
   * @throws AssertionError if the page has another text
   */
  public static void assertIs(String page, String wanted, Class<?> test) throws IOException {
    Path file = Repository.root().resolve(page);
    if (Boolean.getBoolean("tidemark.write-pages")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, wanted);
    }
    String there = Files.exists(file) ? Files.readString(file) : "";
    assertNone(
        there.equals(wanted)
            ? List.of()
            : List.of(
                new Finding(
                    page,
                    firstDifference(there.lines().toList(), wanted.lines().toList()),
                    "is not what the code says",
                    "write it: mvn -pl deploy/cli -am test -Dtest=%s -Dtidemark.write-pages=true -Dsurefire.failIfNoSpecifiedTests=false"
                        .formatted(test.getSimpleName()))));
  }

  /** The number, from 1, of the first line that differs. */
  private static int firstDifference(List<String> there, List<String> wanted) {
    int both = Math.min(there.size(), wanted.size());
    return 1
        + IntStream.range(0, both)
            .filter(i -> !there.get(i).equals(wanted.get(i)))
            .findFirst()
            .orElse(both);
  }
}
