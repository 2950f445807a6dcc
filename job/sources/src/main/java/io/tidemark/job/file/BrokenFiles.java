package io.tidemark.job.file;

import io.tidemark.parse.Rejection;
import java.util.Optional;

/** What is said at the end where files could not be read to theirs. */
public final class BrokenFiles {
  /** Of the dead letter that stands for the rest of such a file. */
  public static final String REASON = Rejection.BROKEN_FILE.reason();

  private BrokenFiles() {}

  /**
   * Empty if there are none.
   *
   * @param first where the first one breaks, and why; null if only its dead letter tells
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
