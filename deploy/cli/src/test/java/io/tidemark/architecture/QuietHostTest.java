package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A test that is run again after a failure hides a race: each has to be asked for by name. */
class QuietHostTest {
  private static final Path ROOT = Repository.root();
  private static final String TAG = "@Tag(\"quiet-host\")";
  private static final String SECTION = "## Tests that measure";
  private static final Pattern ROW = Pattern.compile("\\| `([A-Za-z]+IT)` \\|.*");

  @Test
  void thePageNamesEveryClassThatIsRunAgainAndNoOther() {
    Page page = Page.read(ROOT, ROOT.resolve("docs/testing.md"));
    var findings = new ArrayList<Finding>();
    Set<String> tagged = tagged();
    assertThat(tagged).isNotEmpty();
    var named = new HashSet<String>();
    for (int i = 0; i < page.lines().size(); i++) {
      Matcher row = ROW.matcher(page.lines().get(i));
      if (row.matches()) {
        named.add(row.group(1));
        if (!tagged.contains(row.group(1))) {
          findings.add(
              new Finding(
                  page.file(),
                  i + 1,
                  "%s does not carry the tag quiet-host".formatted(row.group(1)),
                  "remove its row"));
        }
      }
    }
    tagged.stream()
        .filter(name -> !named.contains(name))
        .map(
            name ->
                new Finding(
                    page.file(),
                    page.lineOf(SECTION),
                    "%s carries the tag quiet-host, and has no row".formatted(name),
                    "say what it measures"))
        .forEach(findings::add);
    assertNone(findings);
  }

  private static Set<String> tagged() {
    var tagged = new HashSet<String>();
    for (Path module : Sources.modules(ROOT)) {
      for (Path file : Sources.find(module, 20, path -> path.toString().endsWith("IT.java"))) {
        if (Sources.lines(file).stream().anyMatch(line -> line.contains(TAG))) {
          tagged.add(file.getFileName().toString().replace(".java", ""));
        }
      }
    }
    return tagged;
  }
}
