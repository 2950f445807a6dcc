package io.tidemark.queues;

/**
 * An assumption about the part of a request's time that neither CPU nor line nor storage explain,
 * and that no signal shows.
 */
public enum Residual {
  /** The signals decide which of the others it is. */
  AS_SEEN,
  /** It is a delay: requests do not wait for each other. */
  DELAY,
  /** It is spent at a station inside that serves one request at a time, like a lock or a disk. */
  SERIAL_STATION,
  /** The database is given fewer cores than its pages say. */
  FEWER_CORES
}
