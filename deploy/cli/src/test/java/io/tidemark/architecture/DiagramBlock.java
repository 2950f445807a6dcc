package io.tidemark.architecture;

import io.tidemark.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Arrows between modules are dependencies, and what has the name of a class is one. */
final class DiagramBlock {
  private static final Path ROOT = Repository.root();
  private static final Pattern ARROW = Pattern.compile("─*▶");
  private static final Pattern MODULE =
      Pattern.compile("(?:deploy|job|savepoints|sinks|benchmarks)/[a-z-]+");
  private static final Pattern CLASS = Pattern.compile("\\b[A-Z][a-z]+(?:[A-Z][a-z]+)*\\b");
  private static final Pattern OWN =
      Pattern.compile("(?s)</parent>.*?<artifactId>(.*?)</artifactId>");
  private static final Pattern NEEDED =
      Pattern.compile(
          "<dependency><groupId>io\\.tidemark</groupId><artifactId>(.*?)</artifactId>(.*?)</dependency>");

  /** Folders by what other modules call them. */
  private static final Map<String, String> MODULES = modules();

  private DiagramBlock() {}

  static Stream<String> problems(PageBlock block) {
    var problems = new ArrayList<String>();
    for (String line : block.lines()) {
      if (!line.contains("▶")) {
        continue;
      }
      modules(line, problems);
      if (!MODULE.matcher(line).find()) {
        CLASS
            .matcher(line)
            .results()
            .map(MatchResult::group)
            .filter(name -> !JavaSources.isClass(name))
            .map(name -> "there is no class " + name)
            .forEach(problems::add);
      }
    }
    return problems.stream();
  }

  /** A semicolon ends what the arrows speak of. */
  private static void modules(String line, List<String> problems) {
    List<String> before = List.of();
    for (String part : ARROW.split(line.replaceFirst(";.*", ""))) {
      List<String> named = MODULE.matcher(part).results().map(MatchResult::group).toList();
      named.stream()
          .filter(module -> !Files.exists(ROOT.resolve(module + "/pom.xml")))
          .map(module -> "there is no module " + module)
          .forEach(problems::add);
      if (!before.isEmpty()) {
        // The last of those before an arrow goes on.
        String from = before.get(before.size() - 1);
        named.stream()
            .filter(to -> !needs(from, new HashSet<>()).contains(to))
            .map(to -> "%s does not need %s".formatted(from, to))
            .forEach(problems::add);
      }
      before = named;
    }
  }

  /** Also of those that it needs. */
  private static Set<String> needs(String module, Set<String> found) {
    Path pom = ROOT.resolve(module + "/pom.xml");
    if (!Files.exists(pom)) {
      return found;
    }
    for (MatchResult needed : NEEDED.matcher(text(pom)).results().toList()) {
      String other = MODULES.get(needed.group(1));
      if (!needed.group(2).contains("<scope>test") && other != null && found.add(other)) {
        needs(other, found);
      }
    }
    return found;
  }

  private static Map<String, String> modules() {
    var modules = new HashMap<String, String>();
    for (Path folder : Sources.modules(ROOT)) {
      Matcher own = OWN.matcher(text(folder.resolve("pom.xml")));
      if (own.find()) {
        modules.put(own.group(1), ROOT.relativize(folder).toString());
      }
    }
    return modules;
  }

  private static String text(Path file) {
    return String.join("\n", Sources.lines(file));
  }
}
