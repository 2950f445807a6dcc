package io.tidemark.job.state;

import java.io.IOException;

/** Refuses state that this version can't read, always with the same message. */
public final class StateVersion {
  private StateVersion() {}

  /**
   * @param state name of the state for the message
   * @throws IOException if another version wrote the state
   */
  public static void require(String state, int written, int known) throws IOException {
    if (written != known) {
      throw new IOException(
          "the state was written by another Tidemark [state=%s, version=%d, known=%d]; use the one that took the savepoint"
              .formatted(state, written, known));
    }
  }
}
