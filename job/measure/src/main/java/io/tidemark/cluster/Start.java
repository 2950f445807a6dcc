package io.tidemark.cluster;

import java.util.Optional;

/**
 * Where a job starts from. A savepoint stays as it is, whatever is started from it.
 *
 * @param fork "" to go on with all that is in the savepoint; or a name for a run that takes only
 *     the source's positions from it, whose writer begins with nothing in flight and counts what is
 *     acknowledged from zero
 * @param jobName as Flink shows it
 * @param keepsCheckpoint whether the last checkpoint stays when the job is cancelled
 */
public record Start(
    Optional<String> savepoint, String fork, String jobName, boolean keepsCheckpoint) {
  private static final String NAME = "tidemark";
  public static final Start FRESH = new Start(Optional.empty(), "", NAME, false);

  /** Goes on where the savepoint was taken. */
  public static Start resume(String savepoint) {
    return new Start(Optional.of(savepoint), "", NAME, false);
  }

  /** Begins a run of its own where the savepoint was taken. */
  public static Start fork(String savepoint, String name) {
    return new Start(Optional.of(savepoint), name, NAME, false);
  }

  /**
   * @param purpose words by which the job can be found again
   */
  public Start named(String purpose) {
    return new Start(savepoint, fork, NAME + " " + purpose, keepsCheckpoint);
  }

  /** Keeps the last checkpoint, so that a run that ends before it has written all can go on. */
  public Start keepingCheckpoint() {
    return new Start(savepoint, fork, jobName, true);
  }
}
