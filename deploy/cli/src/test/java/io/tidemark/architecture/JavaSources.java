package io.tidemark.architecture;

import io.tidemark.testing.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All sources of the project, to look up what pages name. */
final class JavaSources {
  private static final Path ROOT = Repository.root();
  private static final List<Path> FILES =
      Stream.of("job", "savepoints", "sinks", "deploy", "benchmarks")
          .flatMap(folder -> in(ROOT.resolve(folder), ".java"))
          .toList();

  private JavaSources() {}

  private static Stream<Path> in(Path folder, String end) {
    return Sources.find(folder, 20, file -> file.toString().endsWith(end)).stream();
  }

  static boolean isClass(String simpleName) {
    return FILES.stream().anyMatch(file -> file.endsWith(simpleName + ".java"));
  }

  static boolean anyIsIn(String folders) {
    return FILES.stream().anyMatch(file -> file.getParent().endsWith(folders));
  }

  /** Of the program itself, whitespace and comments aside. */
  static boolean anyHasCode(String code) {
    String wanted = code.replaceAll("\\s+", "");
    return FILES.stream()
        .filter(file -> file.toString().contains("/src/main/"))
        .map(file -> text(file).replaceAll("//.*", "").replaceAll("\\s+", ""))
        .anyMatch(text -> text.contains(wanted));
  }

  static Optional<Path> file(String path) {
    return FILES.stream().filter(file -> file.endsWith(path)).findFirst();
  }

  static boolean anyHas(String text) {
    return FILES.stream().anyMatch(file -> text(file).contains(text));
  }

  static String textIn(Path folder) {
    return in(folder, ".java").map(JavaSources::text).collect(Collectors.joining("\n"));
  }

  /** What is applied to a cluster. */
  static String manifests() {
    return in(ROOT.resolve("deploy/kubernetes"), ".yaml")
        .map(JavaSources::text)
        .collect(Collectors.joining("\n"));
  }

  private static String text(Path file) {
    return String.join("\n", Sources.lines(file)) + "\n";
  }
}
