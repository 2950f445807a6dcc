package io.tidemark.job.file;

import io.tidemark.parse.Rejection;
import java.util.Optional;

/** Makes the message about files that could not be read to their end. */
public final class BrokenFiles {
  /** The reason of the dead letter that stands for the rest of such a file. */
  public static final String REASON = Rejection.BROKEN_FILE.reason();

  private BrokenFiles() {}

  /**
   * Returns the message; empty if no file is broken.
   *
   * @param files number of broken files
   * @param first where and why the first one breaks; null if only its dead letter says so
   */
  public static Optional<String> line(long files, String first) {
    if (files == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "%d %s of the source could not be read to the end, what is whole was written; %s; mend it, leave it out, or set source.file.on-error=skip"
            .formatted(
                files,
                files == 1 ? "file" : "files",
                first == null
                    ? "the dead letters of reason %s say which".formatted(REASON)
                    : (files == 1 ? "" : "the first: ") + first));
  }
}
