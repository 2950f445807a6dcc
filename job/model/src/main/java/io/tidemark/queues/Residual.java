package io.tidemark.queues;

/**
 * What the part of a request's time consists of that neither CPU nor line nor storage explain. No
 * signal shows it.
 */
public enum Residual {
  /** Whichever the signals speak for. */
  AS_SEEN,
  /** Time that passes for all requests at once and takes nothing that another one wants. */
  DELAY,
  /** A station inside that serves one request at a time, like a lock or a disk. */
  SERIAL_STATION,
  /** CPU that the database is not given, whatever its pages say. */
  FEWER_CORES
}
