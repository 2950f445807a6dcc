package io.tidemark.savepoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The savepoint in {@code src/test/resources/savepoint-v1}. */
public final class KeptSavepoint {
  private static final List<String> FILES =
      List.of("_metadata", "90db8fed-b568-4a1a-9919-9d450a2ae071", "tidemark-savepoint.json");

  private KeptSavepoint() {}

  /** A copy that a test may change, in a new folder named {@code savepoint}. */
  public static Path copyTo(Path folder) {
    try {
      Path copy = Files.createDirectories(folder.resolve("savepoint"));
      for (String file : FILES) {
        try (var kept = KeptSavepoint.class.getResourceAsStream("/savepoint-v1/" + file)) {
          Files.copy(kept, copy.resolve(file));
        }
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
