package io.tidemark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Copies, measures and removes folders with all that is in them; nobody may write to one meanwhile.
 */
public final class FolderCopy {
  private FolderCopy() {}

  /**
   * @param to a folder that does not exist yet
   */
  public static void copy(Path from, Path to) {
    try (Stream<Path> found = Files.walk(from)) {
      for (Iterator<Path> each = found.iterator(); each.hasNext(); ) {
        Path path = each.next();
        Files.copy(path, to.resolve(from.relativize(path)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't copy %s to %s: %s".formatted(from, to, e), e);
    }
  }

  /**
   * Requires room for a copy among the system's temporary files, and as much again for what is
   * added to the copy.
   *
   * @throws RunException if there is too little
   */
  public static void requireRoom(Path from) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      long needed = 2 * bytes(from);
      long free = Files.getFileStore(temporary).getUsableSpace();
      if (free < needed) {
        throw new RunException(
            "no room in %s for a copy of the database's folder [bytes=%d, free=%d]; set TMPDIR to a larger disk"
                .formatted(temporary, needed, free));
      }
    } catch (IOException e) {
      throw new RunException("the free space in %s can't be told: %s".formatted(temporary, e), e);
    }
  }

  /** Returns the bytes of all files in a folder. */
  public static long bytes(Path folder) {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.map(Path::toFile).filter(java.io.File::isFile).mapToLong(f -> f.length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException("can't read %s: %s".formatted(folder, e), e);
    }
  }

  /** Removes a folder; does nothing if there is none. */
  public static void remove(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't remove %s: %s".formatted(folder, e), e);
    }
  }
}
