package io.tidemark.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Classes of one package that know each other all around: none of them can be understood, tested or
 * changed without the others. Of the classes as they were compiled, nested ones with theirs; jdeps
 * also sees those of which only a constant is used.
 */
final class ClassRings {
  private static final Pattern ARROW =
      Pattern.compile("(?m)^\\s+(io\\.tidemark\\.[\\w.]+)\\S*\\s+-> (io\\.tidemark\\.[\\w.]+)");

  private ClassRings() {}

  /** By class, those of its package that it knows. */
  static Map<String, Set<String>> arrows(Collection<Path> folders) {
    var text = new StringWriter();
    var arguments =
        Stream.concat(Stream.of("-v", "-filter:none"), folders.stream().map(Path::toString));
    int code =
        ToolProvider.findFirst("jdeps")
            .orElseThrow(() -> new IllegalStateException("jdeps is missing: run with a JDK"))
            .run(
                new PrintWriter(text),
                new PrintWriter(System.err, true),
                arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException("jdeps ended with " + code + ": " + text);
    }
    var arrows = new TreeMap<String, Set<String>>();
    ARROW
        .matcher(text.toString())
        .results()
        .filter(arrow -> packageOf(arrow.group(1)).equals(packageOf(arrow.group(2))))
        .filter(arrow -> !arrow.group(1).equals(arrow.group(2)))
        .forEach(
            arrow ->
                arrows
                    .computeIfAbsent(arrow.group(1), from -> new TreeSet<>())
                    .add(arrow.group(2)));
    return arrows;
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  /** An interface may make its own kinds, which know it. */
  static Map<String, Set<String>> withoutSupertypes(
      Map<String, Set<String>> arrows, Iterable<JavaClass> classes) {
    for (JavaClass type : classes) {
      Set<String> known = arrows.getOrDefault(type.getName(), new TreeSet<>());
      Stream.concat(type.getAllRawInterfaces().stream(), type.getAllRawSuperclasses().stream())
          .map(supertype -> supertype.getName().replaceFirst("\\$.*", ""))
          .forEach(known::remove);
    }
    return arrows;
  }

  /** Largest first. */
  static List<Set<String>> of(Map<String, Set<String>> arrows) {
    Map<String, Set<String>> reached =
        arrows.keySet().stream()
            .collect(Collectors.toMap(from -> from, from -> from(from, arrows)));
    return arrows.keySet().stream()
        .map(
            each ->
                reached.get(each).stream()
                    .filter(other -> reached.getOrDefault(other, Set.of()).contains(each))
                    .collect(Collectors.toCollection(TreeSet::new)))
        .filter(ring -> !ring.isEmpty())
        .distinct()
        .sorted((one, other) -> other.size() - one.size())
        .collect(Collectors.toList());
  }

  private static Set<String> from(String start, Map<String, Set<String>> arrows) {
    var reached = new LinkedHashSet<String>();
    var next = new ArrayDeque<>(arrows.get(start));
    while (!next.isEmpty()) {
      String each = next.remove();
      if (reached.add(each)) {
        next.addAll(arrows.getOrDefault(each, Set.of()));
      }
    }
    return reached;
  }
}
