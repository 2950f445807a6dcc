package io.tidemark.sink;

/**
 * Something that a kind of database has, or has not. What it lacks can't be what stops it: its
 * causes are ruled out. What it has but did not report leaves them open.
 */
public enum Concept {
  /** A bound on the requests it works on at once. */
  INSERT_SLOTS,
  /** Connections to storage processes behind the one that takes writes, each with a capacity. */
  STORAGE_LINKS,
  /** A bound on the connections that it takes. */
  CONNECTION_LIMIT,
  /** Sessions that wait for each other, and a version of it that says how many. */
  LOCKS,
  /** Times at which it must write out what it has in memory. */
  CHECKPOINTS,
  /** Work on what is stored already, which piles up while writes are faster. */
  COMPACTION_DEBT,
  /** A state in which it takes no writes, to save its disk. */
  READ_ONLY_STATE,
  /** It drops rows that it acknowledged, and counts them. */
  IGNORED_ROWS
}
