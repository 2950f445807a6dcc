package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.FaultsPage;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the page of faults says to users is what tests hold, by the page of their names. That these
 * ran is {@code FaultsRanTest}'s, after them.
 */
class FaultsPageTest {
  private static final int ROWS = 44;
  private static final String HEADER = "| what fails | what happens |";

  private final Page page =
      Page.read(Repository.root(), Repository.root().resolve(FaultsPage.FILE));
  private final List<Finding> findings = new ArrayList<>();

  @Test
  void hasEachFaultOnceWithATest() {
    List<FaultsPage.Row> rows = FaultsPage.read().rows();
    List<Integer> numbers = rows.stream().map(FaultsPage.Row::number).toList();
    if (!numbers.equals(IntStream.rangeClosed(1, ROWS).boxed().toList())) {
      found(
          "| 1 |", "the rows are " + numbers, "number them from 1 to %d, in order".formatted(ROWS));
    }
    rows.stream()
        .filter(row -> row.tests().isEmpty())
        .forEach(
            row ->
                found(
                    "| %d |".formatted(row.number()),
                    "fault %d has no test".formatted(row.number()),
                    "name one as `Class#method` in the last column"));
    assertNone(findings);
  }

  @Test
  void usersAreToldOfEachFaultThatIsTestedAndOfNoOther() {
    Page told = Page.read(Repository.root(), Repository.root().resolve("docs/faults.md"));
    List<String> faults =
        told.lines().stream()
            .filter(line -> line.startsWith("| ") && !line.equals(HEADER))
            .map(line -> line.substring(2, line.indexOf(" | ")))
            .toList();
    assertThat(faults)
        .containsExactlyElementsOf(
            FaultsPage.read().rows().stream().map(FaultsPage.Row::fault).toList());
  }

  @Test
  void everyTestThatItNamesExists() {
    FaultsPage.read().rows().stream()
        .flatMap(row -> row.tests().stream())
        .filter(test -> !test.exists())
        .forEach(
            test -> found("`" + test + "`", "no test is " + test, "name the one that holds it"));
    assertNone(findings);
  }

  private void found(String where, String what, String remedy) {
    findings.add(new Finding(page.file(), page.lineOf(where), what, remedy));
  }
}
