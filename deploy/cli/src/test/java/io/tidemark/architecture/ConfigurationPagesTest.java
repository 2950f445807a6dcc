package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import io.tidemark.testing.check.Page.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Configurations that are shipped are such as {@code tidemark config --check} accepts, and every
 * key that a page names is one. PageBlocksTest looks at configurations on pages.
 */
class ConfigurationPagesTest {
  private static final Path ROOT = Repository.root();
  private static final Map<String, Page> PAGES = Page.all(ROOT);
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** Flink's own options, some of which are in a group that has the name of one of ours. */
  private static final Pattern OF_FLINK =
      Pattern.compile("metrics\\.(fetcher|reporter|internal|scope)\\..*");

  private final List<Finding> findings = new ArrayList<>();

  /** No address of somebody's database, and nobody's yes but for a database of its own. */
  @Test
  void configurationsThatAreShippedLackTheUsersDatabaseAndNothingElse() {
    List<Path> files =
        Sources.find(
            ROOT.resolve("deploy"),
            4,
            file -> file.endsWith("run.yaml") || file.endsWith("values.yaml"));
    assertThat(files).hasSizeGreaterThan(2);
    files.forEach(file -> configuration(ROOT.relativize(file).toString(), 0, Sources.lines(file)));
    List<Finding> lacking =
        findings.stream()
            .filter(
                finding ->
                    finding.what().equals("target.urls=[]: must name the database to write to"))
            .toList();
    assertThat(lacking)
        .extracting(Finding::file)
        .containsExactlyInAnyOrder(
            "deploy/kubernetes/namespace/run.yaml", "deploy/helm/tidemark/values.yaml");
    findings.removeAll(lacking);
    assertNone(findings);
    assertThat(files)
        .filteredOn(
            file ->
                Sources.lines(file).stream().anyMatch(line -> line.contains("accept-load: true")))
        .containsExactly(ROOT.resolve("deploy/compose/run.yaml"));
  }

  /**
   * @param before the number of lines before the first
   */
  private void configuration(String file, int before, List<String> lines) {
    // A chart's values hold the configuration in a section of their own.
    int config = lines.indexOf("config:");
    if (config >= 0) {
      before += config + 1;
      lines = section(lines.subList(config + 1, lines.size()));
    }
    for (Accepted.Problem problem : Accepted.problems(String.join("\n", lines) + "\n")) {
      found(file, before + Math.max(1, problem.line()), problem.text());
    }
  }

  /** The lines up to the next key that is not indented, without the indentation. */
  private static List<String> section(List<String> lines) {
    var section = new ArrayList<String>();
    for (String line : lines) {
      if (!line.isBlank() && !line.startsWith("  ")) {
        break;
      }
      section.add(line.isBlank() ? "" : line.substring(2));
    }
    return section;
  }

  @Test
  void optionsOfCommandsOnPagesAreAccepted() {
    int options = 0;
    for (Page page : PAGES.values()) {
      for (SetOptions command : SetOptions.of(page)) {
        options += command.options().size();
        command.problems().forEach(problem -> found(page.file(), command.line(), problem));
      }
    }
    assertThat(options).isGreaterThan(25);
    assertNone(findings);
  }

  @Test
  void keysInTheTextOfPagesExist() {
    int keys = 0;
    for (Page page : PAGES.values()) {
      for (int i = 0; i < page.lines().size(); i++) {
        Kind kind = page.kinds().get(i);
        if (kind == Kind.CODE || kind == Kind.FENCE) {
          continue;
        }
        for (MatchResult code : CODE.matcher(page.lines().get(i)).results().toList()) {
          String key = code.group(1).replaceAll("[=: ].*", "");
          if (Accepted.looksLikeKey(key) && !OF_FLINK.matcher(key).matches()) {
            keys++;
            int line = i + 1;
            Accepted.unknown(key).ifPresent(problem -> found(page.file(), line, problem));
          }
        }
      }
    }
    assertThat(keys).isGreaterThan(60);
    assertNone(findings);
  }

  private void found(String file, int line, String problem) {
    findings.add(
        new Finding(file, line, problem, "every key, and what it takes: ./tidemark config"));
  }
}
