package io.tidemark.diagnose;

import io.tidemark.process.RunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A saved page of metrics.
 *
 * @param process whose it is
 * @param millis Unix time at which it was read
 */
record PageFile(String process, long millis, Path file) implements Page {
  /** As what a process is asked for may have, at most. */
  static final long MOST_BYTES = 16 * 1024 * 1024;

  /**
   * @throws RunException if it can't be read, or is too large
   */
  @Override
  public byte[] read() {
    try (var in = Files.newInputStream(file)) {
      byte[] page = in.readNBytes((int) MOST_BYTES + 1);
      if (page.length > MOST_BYTES) {
        throw new RunException(
            "%s is too large for a page of metrics [maxBytes=%d]".formatted(file, MOST_BYTES));
      }
      return page;
    } catch (IOException e) {
      throw new RunException("can't read %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
