package io.tidemark.savepoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The savepoint in {@code src/test/resources/savepoint-v1}. */
public final class KeptSavepoint {
  private KeptSavepoint() {}

  /** A copy that a test may change, in a new folder named {@code savepoint}. */
  public static Path copyTo(Path folder) {
    try {
      Path kept =
          Path.of(KeptSavepoint.class.getResource("/savepoint-v1/_metadata").toURI()).getParent();
      Path copy = Files.createDirectories(folder.resolve("savepoint"));
      try (Stream<Path> files = Files.list(kept)) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
