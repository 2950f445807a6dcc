package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A module that one person can keep in mind. */
class ModulesTest {
  private static final Path ROOT = Repository.root();
  private static final int MAX_LINES = 8_000;

  @Test
  void noModuleHasMoreThan8000LinesOfMain() {
    List<Path> modules =
        Sources.modules(ROOT).stream()
            .filter(module -> Files.isDirectory(module.resolve("src/main/java")))
            .toList();
    assertThat(modules)
        .contains(
            ROOT.resolve("job/pipeline"), ROOT.resolve("sinks/api"), ROOT.resolve("benchmarks"));

    var findings = new ArrayList<Finding>();
    for (Path module : modules) {
      int lines = lines(module.resolve("src/main/java"));
      if (lines >= MAX_LINES) {
        findings.add(
            new Finding(
                ROOT.relativize(module) + "/pom.xml",
                1,
                "the module has %,d lines of main, fewer than %,d fit in a head"
                    .formatted(lines, MAX_LINES),
                "move a concept of it to a module of its own"));
      }
    }
    assertNone(findings);
  }

  private static int lines(Path source) {
    return Sources.find(source, 20, file -> file.toString().endsWith(".java")).stream()
        .mapToInt(file -> Sources.lines(file).size())
        .sum();
  }
}
