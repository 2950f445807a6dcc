package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import io.tidemark.testing.check.Page.Kind;
import io.tidemark.testing.check.Rewrap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages point at is there, and their lines fit a screen. */
class DocsTest {
  private static final Path ROOT = Repository.root();
  private static final Map<String, Page> PAGES = Page.all(ROOT);
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern MODULES = Pattern.compile("-pl ([\\w/,-]+)");
  private static final Pattern PATH =
      Pattern.compile("`((?:sinks|job|savepoints|deploy|benchmarks|docs)/[\\w./-]+)`");

  private static final long MOST_WORDS = 28_000;

  /** What the build makes is named by pages, too. */
  private static final Pattern BUILT = Pattern.compile(".*/target/.*");

  private final List<Finding> findings = new ArrayList<>();

  @Test
  void relativeLinksLeadToFilesAndTheirSections() {
    each(
        LINK,
        (page, line, link) -> {
          if (!link.contains("://") && !link.startsWith("mailto:")) {
            follow(page, line, link);
          }
        });
    assertNone(findings);
  }

  private void follow(Page page, int line, String link) {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    Path file = path.isEmpty() ? ROOT.resolve(page.file()) : file(page).resolveSibling(path);
    if (!Files.exists(file)) {
      found(page, line, "the link %s leads nowhere".formatted(link), "name a file that is there");
    } else if (hash >= 0 && file.toString().endsWith(".md")) {
      var anchors = Page.read(ROOT, file.normalize()).anchors();
      if (!anchors.contains(link.substring(hash + 1))) {
        found(
            page,
            line,
            "the link %s leads to no section".formatted(link),
            "name one of its headings: %s"
                .formatted(String.join(", ", anchors.stream().sorted().toList())));
      }
    }
  }

  @Test
  void modulesNamedInCommandsExist() {
    each(
        MODULES,
        (page, line, modules) ->
            Stream.of(modules.split(","))
                .filter(module -> !Files.exists(ROOT.resolve(module + "/pom.xml")))
                .forEach(
                    module ->
                        found(
                            page,
                            line,
                            "there is no module " + module,
                            "name one that pom.xml has")));
    assertNone(findings);
  }

  @Test
  void pathsNamedInPagesExist() {
    each(
        PATH,
        (page, line, path) -> {
          if (!BUILT.matcher(path).matches() && !Files.exists(ROOT.resolve(path))) {
            found(page, line, "there is no " + path, "name a file or a folder that is there");
          }
        });
    assertNone(findings);
  }

  /** What it leaves out can be found there by its search alone. */
  @Test
  void theSitesNavigationHasEachPage() throws IOException {
    String site = "deploy/site/mkdocs.yml";
    List<String> there =
        Pattern.compile("(?m)^ +- (\\S+\\.md)$")
            .matcher(Files.readString(ROOT.resolve(site)))
            .results()
            .map(page -> page.group(1))
            .toList();
    PAGES.keySet().stream()
        .filter(page -> page.startsWith("docs/") && !there.contains(page))
        .forEach(page -> findings.add(new Finding(site, 1, page + " is missing", "add it to nav")));
    there.stream()
        .filter(page -> !PAGES.containsKey(page))
        .forEach(page -> findings.add(new Finding(site, 1, "there is no " + page, "take it out")));
    assertNone(findings);
  }

  /** Of what readers are led to; tables of reference and contributors' pages have folders. */
  @Test
  void pagesAreNoLongerThanTheirReadersPatience() {
    long words =
        PAGES.values().stream()
            .filter(page -> page.file().matches("README\\.md|docs/[^/]+\\.md"))
            .flatMap(page -> page.lines().stream())
            .flatMap(line -> Stream.of(line.strip().split("\\s+")))
            .filter(word -> !word.isEmpty())
            .count();
    assertThat(words).as("words of README.md and docs/*.md").isBetween(10_000L, MOST_WORDS);
  }

  /** But for rows of tables, which can't be broken, and what a benchmark writes into its page. */
  @Test
  void linesFitAScreen() {
    for (Page page : PAGES.values()) {
      for (int i = 0; i < page.lines().size(); i++) {
        int length = page.lines().get(i).length();
        Kind kind = page.kinds().get(i);
        if (length > Rewrap.MAX_LINE && kind != Kind.TABLE) {
          found(
              page,
              i + 1,
              "the line is %d characters long, %d fit a screen".formatted(length, Rewrap.MAX_LINE),
              kind == Kind.PROSE ? "run ./tidemark check --fix" : "break it, or say it shorter");
        }
      }
    }
    assertNone(findings);
  }

  private interface Check {
    void look(Page page, int line, String group);
  }

  /** Shows what the pattern's group finds in any line of any page. */
  private static void each(Pattern pattern, Check check) {
    assertThat(PAGES).hasSizeGreaterThan(10);
    for (Page page : PAGES.values()) {
      for (int i = 0; i < page.lines().size(); i++) {
        for (MatchResult result : pattern.matcher(page.lines().get(i)).results().toList()) {
          check.look(page, i + 1, result.group(1));
        }
      }
    }
  }

  private static Path file(Page page) {
    return ROOT.resolve(page.file());
  }

  private void found(Page page, int line, String what, String remedy) {
    findings.add(new Finding(page.file(), line, what, remedy));
  }
}
