package io.tidemark.sink;

/**
 * Something that a kind of database may have. A concept that the database lacks rules out the
 * causes that need it; one that it has but did not report leaves them open. {@link
 * Capabilities#remedies} holds the concepts of a database.
 */
public enum Concept {
  /**
   * A bound on the requests that it works on at once. A database that leaves this out has no insert
   * slots.
   */
  INSERT_SLOTS,
  /**
   * Connections from the process that takes writes to storage processes behind it, each with a
   * capacity.
   */
  STORAGE_LINKS,
  /** A bound on the connections that it takes. */
  CONNECTION_LIMIT,
  /** Sessions that wait for each other. */
  LOCKS,
  /** Times at which it must write out the data that it has in memory. */
  CHECKPOINTS,
  /** Work on stored data (compaction), which piles up while writes are faster. */
  COMPACTION_DEBT,
  /** A state in which it takes no writes, to save its disk. */
  READ_ONLY_STATE,
  /** Rows that it acknowledged and then dropped, and that it counts. */
  IGNORED_ROWS
}
