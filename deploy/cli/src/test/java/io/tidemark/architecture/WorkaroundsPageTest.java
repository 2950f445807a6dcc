package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.FaultsPage.TestName;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/contributing/workarounds.md is of the versions that the build has. */
class WorkaroundsPageTest {
  private static final Pattern ROW =
      Pattern.compile("\\| `([\\w.-]+:[\\w.-]+)` \\| (\\S+) \\|.*\\| (.+) \\|");
  private static final Pattern TEST = Pattern.compile("`([\\w.]+)#(\\w+)`");

  private final Page page =
      Page.read(Repository.root(), Repository.root().resolve("docs/contributing/workarounds.md"));
  private final List<Finding> findings = new ArrayList<>();

  private interface Check {
    void row(int line, Matcher row);
  }

  private void each(Check check) {
    int rows = 0;
    for (int i = 0; i < page.lines().size(); i++) {
      Matcher row = ROW.matcher(page.lines().get(i));
      if (row.matches()) {
        check.row(i + 1, row);
        rows++;
      }
    }
    assertThat(rows).isGreaterThanOrEqualTo(5);
    assertNone(findings);
  }

  @Test
  void eachLibraryIsInTheVersionThatWasLookedAt() throws Exception {
    Map<String, String> managed = ManagedVersions.read(Repository.root().resolve("pom.xml"));
    each(
        (line, row) -> {
          String version = managed.get(row.group(1));
          if (!row.group(2).equals(version)) {
            found(
                line,
                "%s is now %s, and was looked at in %s"
                    .formatted(row.group(1), version, row.group(2)),
                "see whether the row still holds, then write the version");
          }
        });
  }

  @Test
  void eachHasTestsThatExist() {
    each(
        (line, row) -> {
          var tests = TEST.matcher(row.group(3)).results().toList();
          if (tests.isEmpty()) {
            found(line, "no test", "name one as `Class#method` in the last column");
          }
          tests.stream()
              .map(test -> new TestName(test.group(1), test.group(2)))
              .filter(test -> !test.exists())
              .forEach(test -> found(line, "no test is " + test, "name the one that holds it"));
        });
  }

  private void found(int line, String what, String remedy) {
    findings.add(new Finding(page.file(), line, what, remedy));
  }
}
