package io.tidemark.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the project lies; a test's working directory is its module's. */
public final class Repository {
  private Repository() {}

  /**
   * @throws IllegalStateException outside of the project
   */
  public static Path root() {
    Path candidate = Path.of("").toAbsolutePath();
    while (!Files.isExecutable(candidate.resolve("tidemark"))) {
      candidate = candidate.getParent();
      if (candidate == null) {
        throw new IllegalStateException("no launcher above this folder: run tests in the project");
      }
    }
    return candidate;
  }
}
