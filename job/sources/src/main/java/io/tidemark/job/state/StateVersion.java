package io.tidemark.job.state;

import java.io.IOException;

/** The one sentence for state that this build can't read. */
public final class StateVersion {
  private StateVersion() {}

  /**
   * @param state what was written
   * @throws IOException if it was written in another version
   */
  public static void require(String state, int written, int known) throws IOException {
    if (written != known) {
      throw new IOException(
          "the state was written by another Tidemark [state=%s, version=%d, known=%d]; use the one that took the savepoint"
              .formatted(state, written, known));
    }
  }
}
