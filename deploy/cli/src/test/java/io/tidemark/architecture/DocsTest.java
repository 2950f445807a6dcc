package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages point at is there, and their lines fit a screen. */
class DocsTest {
  private static final Path ROOT = Repository.root();
  private static final int MAX_LINE = 120;
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern MODULES = Pattern.compile("-pl ([\\w/,-]+)");
  private static final Pattern PATH =
      Pattern.compile("`((?:sinks|job|savepoints|deploy|benchmarks|docs)/[\\w./-]+)`");

  /** What the build makes is named by pages, too. */
  private static final Pattern BUILT = Pattern.compile(".*/target/.*");

  @Test
  void relativeLinksLeadToFiles() {
    assertThat(
            found(
                LINK,
                (page, link) ->
                    link.contains("://")
                        || link.startsWith("#")
                        || Files.exists(page.resolveSibling(link.replaceAll("#.*", "")))))
        .isEmpty();
  }

  @Test
  void modulesNamedInCommandsExist() {
    assertThat(
            found(
                MODULES,
                (page, modules) ->
                    Stream.of(modules.split(","))
                        .allMatch(module -> Files.exists(ROOT.resolve(module + "/pom.xml")))))
        .isEmpty();
  }

  @Test
  void pathsNamedInPagesExist() {
    assertThat(
            found(
                PATH,
                (page, path) -> BUILT.matcher(path).matches() || Files.exists(ROOT.resolve(path))))
        .isEmpty();
  }

  /** But for rows of tables, which can't be broken, and what a benchmark writes into its page. */
  @Test
  void linesFitAScreen() {
    var tooLong = new ArrayList<String>();
    pages()
        .forEach(
            (page, text) -> {
              List<String> lines = text.lines().toList();
              for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (line.length() > MAX_LINE && !line.startsWith("|")) {
                  tooLong.add(
                      "%s:%d is %d characters long"
                          .formatted(ROOT.relativize(page), i + 1, line.length()));
                }
              }
            });
    assertThat(tooLong).isEmpty();
  }

  private interface Check {
    boolean holds(Path page, String group);
  }

  /** What the pattern's group finds in any page, and the check does not hold for. */
  private static List<String> found(Pattern pattern, Check check) {
    var wrong = new ArrayList<String>();
    pages()
        .forEach(
            (page, text) ->
                pattern
                    .matcher(text)
                    .results()
                    .map((MatchResult result) -> result.group(1))
                    .filter(group -> !check.holds(page, group))
                    .forEach(group -> wrong.add(ROOT.relativize(page) + ": " + group)));
    return wrong;
  }

  /** Every page that people write; reports and results are written by Tidemark. */
  private static Map<Path, String> pages() {
    var pages = new TreeMap<Path, String>();
    pages.put(ROOT.resolve("README.md"), read(ROOT.resolve("README.md")));
    for (String folder : List.of("docs", "deploy", "benchmarks", "sinks")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder), 2)) {
        files
            .filter(file -> file.toString().endsWith(".md"))
            .filter(file -> !file.toString().matches(".*/(docs/examples|benchmarks/results)/.*"))
            .forEach(file -> pages.put(file, read(file)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return pages;
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
