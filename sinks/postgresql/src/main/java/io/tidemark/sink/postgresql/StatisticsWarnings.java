package io.tidemark.sink.postgresql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What of a server's statistics makes a measurement doubtful, with what to do. Not thread-safe. */
final class StatisticsWarnings {
  /** As they were when they were first read, or since the server began to count anew. */
  private Statistics.Checkpoints first;

  /**
   * @param settings of the server
   */
  List<String> of(
      Statistics.Checkpoints checkpoints, boolean sessionsAreTold, Map<String, String> settings) {
    var warnings = new ArrayList<String>();
    if (first == null || checkpoints.forced() < first.forced()) {
      first = checkpoints;
    }
    long forced = checkpoints.forced() - first.forced();
    if (forced > 0) {
      warnings.add(
          "%d of %d checkpoints were forced, because max_wal_size=%s was full: each page is then written to the log whole again; raise it"
              .formatted(
                  forced,
                  forced + checkpoints.timed() - first.timed(),
                  settings.getOrDefault("max_wal_size", "?")));
    }
    if (!sessionsAreTold) {
      warnings.add(
          "what sessions wait for is hidden from this user: GRANT pg_monitor TO it, or locks and storage can't be judged");
    }
    return warnings;
  }
}
