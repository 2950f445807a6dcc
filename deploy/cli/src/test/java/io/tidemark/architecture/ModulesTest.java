package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A module that one person can keep in mind. */
class ModulesTest {
  private static final Path ROOT = Repository.root();
  private static final int MAX_LINES = 8_000;

  /** What is at the top, from the ground up. */
  private static final List<String> FOLDERS =
      List.of("sinks", "job", "savepoints", "deploy", "benchmarks");

  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
  private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");

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

  /** Tests may: their parts lie in deploy. */
  @Test
  void noFolderUsesOneThatComesAfterIt() {
    Map<String, String> folders = new HashMap<>();
    List<Path> modules = Sources.modules(ROOT);
    modules.forEach(module -> folders.put(first(ARTIFACT, own(module)), folder(module)));
    assertThat(folders).containsEntry("tidemark-savepoints", "job").containsValues("benchmarks");

    var findings = new ArrayList<Finding>();
    for (Path module : modules) {
      for (String dependency : all(DEPENDENCY, own(module))) {
        String of = folders.getOrDefault(first(ARTIFACT, dependency), FOLDERS.get(0));
        boolean later = FOLDERS.indexOf(of) > FOLDERS.indexOf(folder(module));
        if (later && !dependency.contains("<scope>test</scope>")) {
          findings.add(
              new Finding(
                  ROOT.relativize(module) + "/pom.xml",
                  1,
                  "a module of %s uses %s, which is in %s"
                      .formatted(folder(module), first(ARTIFACT, dependency), of),
                  "move what it needs into a folder that comes before: " + FOLDERS));
        }
      }
    }
    assertNone(findings);
  }

  private static String folder(Path module) {
    return ROOT.relativize(module).getName(0).toString();
  }

  /** What a module's pom says, without its parent. */
  private static String own(Path module) {
    String pom = String.join("\n", Sources.lines(module.resolve("pom.xml")));
    return pom.replaceFirst("(?s)<parent>.*</parent>", "");
  }

  private static String first(Pattern pattern, String in) {
    return all(pattern, in).get(0);
  }

  private static List<String> all(Pattern pattern, String in) {
    return pattern.matcher(in).results().map(found -> found.group(1)).toList();
  }

  private static int lines(Path source) {
    return Sources.find(source, 20, file -> file.toString().endsWith(".java")).stream()
        .mapToInt(file -> Sources.lines(file).size())
        .sum();
  }
}
