package io.tidemark.testing.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folders of the modules, by the names that Maven's log has for them. */
final class Modules {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ANY_NAME = Pattern.compile("<artifactId>([^<]+)</artifactId>");
  private static final Pattern OWN_NAME =
      Pattern.compile("(?s)</parent>.*?<artifactId>([^<]+)</artifactId>");

  private final Path root;
  private final Map<String, String> folders = new LinkedHashMap<>();

  Modules(Path root) {
    this.root = root;
    for (String folder :
        MODULE.matcher(read(root.resolve("pom.xml"))).results().map(m -> m.group(1)).toList()) {
      Matcher name = OWN_NAME.matcher(read(root.resolve(folder).resolve("pom.xml")));
      folders.put(name.find() ? name.group(1) : folder, folder);
    }
  }

  List<String> folders() {
    return List.copyOf(folders.values());
  }

  /** The module itself, and all modules whose classes it can see; in order. */
  Set<String> known(String folder) {
    var known = new TreeSet<String>();
    var next = new ArrayDeque<String>(List.of(folder));
    while (!next.isEmpty()) {
      String module = next.pop();
      if (known.add(module)) {
        ANY_NAME
            .matcher(read(root.resolve(module).resolve("pom.xml")))
            .results()
            .map(name -> folders.get(name.group(1)))
            .filter(Objects::nonNull)
            .forEach(next::add);
      }
    }
    return known;
  }

  /** Relative to the root; of a name that is not a module's, the root itself. */
  String folderOf(String artifact) {
    return folders.getOrDefault(artifact, "");
  }

  /** The module's description, or the root's: relative to the root. */
  String pomOf(String artifact) {
    String folder = folderOf(artifact);
    return folder.isEmpty() ? "pom.xml" : folder + "/pom.xml";
  }

  /**
   * Where the source of a class is, relative to the root.
   *
   * @param type with its package, and without what is nested
   */
  Optional<String> source(String type) {
    String file = type.replace('.', '/') + ".java";
    return folders.values().stream()
        .flatMap(
            folder ->
                List.of(folder + "/src/test/java/" + file, folder + "/src/main/java/" + file)
                    .stream())
        .filter(candidate -> Files.exists(root.resolve(candidate)))
        .findFirst();
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
