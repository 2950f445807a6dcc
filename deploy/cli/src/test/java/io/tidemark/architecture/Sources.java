package io.tidemark.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files that rules look at as text. */
final class Sources {
  private Sources() {}

  /** Folders of modules, in order. */
  static List<Path> modules(Path root) {
    return find(root, 3, file -> file.endsWith("pom.xml")).stream()
        .map(Path::getParent)
        .filter(module -> !module.equals(root))
        .toList();
  }

  interface Wanted {
    boolean is(Path file);
  }

  /** Files below the folder, in order; what builds have made is none. */
  static List<Path> find(Path folder, int depth, Wanted wanted) {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files
          .filter(file -> !folder.relativize(file).toString().contains("target/"))
          .filter(Files::isRegularFile)
          .filter(wanted::is)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
