package io.tidemark.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;

/** Copies a folder with all that is in it; nobody may write to it meanwhile. */
final class FolderCopy {
  private FolderCopy() {}

  /**
   * @param to does not exist yet
   */
  static void copy(Path from, Path to) {
    try (Stream<Path> found = Files.walk(from)) {
      for (Iterator<Path> each = found.iterator(); each.hasNext(); ) {
        Path path = each.next();
        Files.copy(path, to.resolve(from.relativize(path)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't copy %s to %s: %s".formatted(from, to, e), e);
    }
  }
}
