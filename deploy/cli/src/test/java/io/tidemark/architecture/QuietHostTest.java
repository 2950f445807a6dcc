package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What measures has the host for itself: each class that needs that is on the page of tests. */
class QuietHostTest {
  private static final Path ROOT = Repository.root();
  private static final String TAG = "@Tag(\"quiet-host\")";
  private static final String SLOW = "@Tag(\"slow\")";
  private static final String SECTION = "## Tests that measure";
  private static final Pattern ROW = Pattern.compile("\\| `([A-Za-z]+IT)` \\|.*");

  @Test
  void thePageNamesEveryClassThatMeasuresAndNoOther() {
    Page page = Page.read(ROOT, ROOT.resolve("docs/contributing/testing.md"));
    var findings = new ArrayList<Finding>();
    Set<String> tagged = tagged();
    assertThat(tagged).isNotEmpty();
    var named = new HashSet<String>();
    List<String> lines = page.lines();
    for (int i = page.lineOf(SECTION); i < lines.size() && !lines.get(i).startsWith("## "); i++) {
      Matcher row = ROW.matcher(lines.get(i));
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

  /** Two modules are tested at a time; these two need all others, so each is tested alone. */
  private static final Set<String> LAST_MODULES = Set.of("deploy/cli", "benchmarks");

  @Test
  void nothingElseIsTestedWhileAClassMeasures() {
    var findings = new ArrayList<Finding>();
    for (Path module : Sources.modules(ROOT)) {
      String name = ROOT.relativize(module).toString();
      for (Path file : Sources.find(module, 20, path -> path.toString().endsWith("IT.java"))) {
        List<String> lines = Sources.lines(file);
        int tag = lines.indexOf(TAG);
        if (tag >= 0 && !lines.contains(SLOW) && !LAST_MODULES.contains(name)) {
          findings.add(
              new Finding(
                  ROOT.relativize(file).toString(),
                  tag + 1,
                  "another module is tested while this class measures",
                  "give it the tag slow as well, or move it to " + LAST_MODULES));
        }
      }
    }
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
