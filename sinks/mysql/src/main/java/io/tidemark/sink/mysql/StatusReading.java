package io.tidemark.sink.mysql;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * What changes all the time of a server's status.
 *
 * @param metadataWaits sessions that wait for a lock of a table, not of a row; absent if this user
 *     may not see other sessions
 * @param inCommit sessions that wait for the disk, as far as their state says so
 * @param rowsInserted into the table; absent where the server does not count that
 * @param logSyncSeconds time spent making the log durable; absent where it is not timed
 */
record StatusReading(
    Map<String, Double> counters,
    OptionalDouble metadataWaits,
    OptionalDouble inCommit,
    OptionalDouble rowsInserted,
    OptionalDouble logSyncSeconds,
    boolean readOnly) {
  /** By its name; absent if this server has none. */
  OptionalDouble counter(String name) {
    Double value = counters.get(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
