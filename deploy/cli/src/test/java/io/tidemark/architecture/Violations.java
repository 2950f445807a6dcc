package io.tidemark.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.lang.ArchRule;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What ArchUnit says of a rule that does not hold, with the lines of the sources it is about. */
final class Violations {
  /** A detail ends with a place: "Method <a.B.c()> calls method <d.E.f()> in (B.java:12)". */
  private static final Pattern DETAIL =
      Pattern.compile("(?m)^[\\s-]*(.*?) in \\((\\w+\\.java):(\\d+)\\)$");

  private static final Pattern OURS = Pattern.compile("<(io\\.tidemark\\.[\\w.$]+)");
  private static final Pattern NAMED = Pattern.compile("<([\\w.$]+)[^>]*>");

  private Violations() {}

  static List<Finding> of(ArchRule rule, JavaClasses classes, String remedy) {
    return rule.evaluate(classes).getFailureReport().getDetails().stream()
        .flatMap(detail -> of(detail, remedy).stream())
        .sorted()
        .distinct()
        .toList();
  }

  /** What is wrong with a class as such, or with its package. */
  static Finding at(JavaClass type, String what, String remedy) {
    String file = source(Repository.root(), type.getName(), sourceFile(type));
    return new Finding(file, 1, what, remedy);
  }

  private static String sourceFile(JavaClass type) {
    return type.getSource().flatMap(Source::getFileName).orElse(type.getSimpleName() + ".java");
  }

  /** One detail; of a cycle all the arrows that make it. */
  static List<Finding> of(String detail, String remedy) {
    List<Finding> found =
        DETAIL.matcher(detail).results().map(place -> finding(place, remedy)).toList();
    // A rule whose words are unknown here must not pass for one that holds.
    return found.isEmpty() ? List.of(new Finding("pom.xml", 1, detail, remedy)) : found;
  }

  private static Finding finding(MatchResult place, String remedy) {
    String what = place.group(1);
    Path root = Repository.root();
    Matcher ours = OURS.matcher(what);
    String file = ours.find() ? source(root, ours.group(1), place.group(2)) : place.group(2);
    int line = Integer.parseInt(place.group(3));
    // The place of what a class is, has or extends is line 0.
    return new Finding(
        file, line > 0 ? line : lineThatNames(root.resolve(file), what), plain(what), remedy);
  }

  private static String plain(String what) {
    return what.replaceAll("io\\.tidemark\\.", "").replaceAll("[<>]", "");
  }

  /**
   * Of the class, or of the method of it, that is named; as it is compiled, so in a package of that
   * name.
   */
  private static String source(Path root, String named, String file) {
    String parts = named;
    while (parts.contains(".")) {
      parts = parts.substring(0, parts.lastIndexOf('.'));
      String path = parts.replace('.', '/') + "/" + file;
      for (Path module : Sources.modules(root)) {
        for (String kind : List.of("main", "test")) {
          Path source = module.resolve("src/" + kind + "/java").resolve(path);
          if (Files.exists(source)) {
            return root.relativize(source).toString();
          }
        }
      }
    }
    return file;
  }

  /**
   * Of the last class that a detail names, which is the one that is not to be known: its import.
   */
  private static int lineThatNames(Path source, String what) {
    String last = "";
    for (MatchResult name : NAMED.matcher(what).results().toList()) {
      last = name.group(1);
    }
    Pattern name = Pattern.compile("\\b" + Pattern.quote(last.replaceAll(".*[.$]", "")) + "\\b");
    List<String> lines = Files.exists(source) ? Sources.lines(source) : List.of();
    for (int i = 0; i < lines.size(); i++) {
      if (name.matcher(lines.get(i)).find()) {
        return i + 1;
      }
    }
    return 1;
  }
}
