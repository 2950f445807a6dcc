package io.tidemark.sink.mysql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What of a server's status makes a measurement doubtful, with what to do. Not thread-safe. */
final class StatusWarnings {
  /** Of what the redo log may hold: from there on InnoDB writes pages out before it goes on. */
  private static final double MAX_AGE = 0.9;

  private static final double MOST_CONNECTED = 0.9;

  /** By their name, as they were when they were first read. */
  private final Map<String, Double> first = new HashMap<>();

  /**
   * @param settings of the server
   */
  List<String> of(StatusReading reading, Map<String, String> settings) {
    var warnings = new ArrayList<String>();
    double age = reading.counter("Innodb_checkpoint_age").orElse(0);
    double most = reading.counter("Innodb_checkpoint_max_age").orElse(0);
    if (most > 0 && age > MAX_AGE * most) {
      warnings.add(
          "the redo log is %.0f %% full: InnoDB writes pages out before it goes on; raise innodb_log_file_size=%s"
              .formatted(100 * age / most, settings.getOrDefault("innodb_log_file_size", "?")));
    }
    double connected = reading.counter("Threads_connected").orElse(0);
    double connections = Double.parseDouble(settings.getOrDefault("max_connections", "0"));
    if (connections > 0 && connected > MOST_CONNECTED * connections) {
      warnings.add(
          "%.0f of max_connections=%.0f are taken, by others as well: raise it"
              .formatted(connected, connections));
    }
    double logWaits = grown(reading, "Innodb_log_waits");
    if (logWaits > 0) {
      warnings.add(
          "%.0f transactions waited for room in the log's buffer; raise innodb_log_buffer_size=%s"
              .formatted(logWaits, settings.getOrDefault("innodb_log_buffer_size", "?")));
    }
    double poolWaits = grown(reading, "Innodb_buffer_pool_wait_free");
    if (poolWaits > 0) {
      warnings.add(
          "%.0f times a page was waited for in the buffer pool; raise innodb_buffer_pool_size=%s"
              .formatted(poolWaits, settings.getOrDefault("innodb_buffer_pool_size", "?")));
    }
    double stalled = grown(reading, "Rocksdb_stall_micros");
    if (stalled > 0) {
      warnings.add(
          "MyRocks held writes back for %.1f s: compaction does not keep up"
              .formatted(stalled / 1e6));
    }
    if (reading.metadataWaits().isEmpty()) {
      warnings.add(
          "what sessions wait for is hidden from this user: GRANT PROCESS ON *.* TO it, or locks and storage can't be judged");
    }
    return warnings;
  }

  /** Since it was first read; from 0 again after a restart. */
  private double grown(StatusReading reading, String name) {
    OptionalDouble now = reading.counter(name);
    if (now.isEmpty()) {
      return 0;
    }
    double before = first.merge(name, now.getAsDouble(), Math::min);
    return now.getAsDouble() - before;
  }
}
