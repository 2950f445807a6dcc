package io.tidemark.sink.postgresql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What of a server's statistics makes a measurement doubtful, with what to do. Not thread-safe. */
final class StatisticsWarnings {
  /** Checkpoints as they were when they were first read, or the server began to count anew. */
  private record Checkpoints(long timed, long forced) {}

  private Checkpoints first;

  /**
   * @param timed checkpoints that were due
   * @param forced those that were not
   * @param settings of the server
   */
  List<String> of(long timed, long forced, boolean sessionsAreTold, Map<String, String> settings) {
    var warnings = new ArrayList<String>();
    if (first == null || forced < first.forced()) {
      first = new Checkpoints(timed, forced);
    }
    long since = forced - first.forced();
    if (since > 0) {
      warnings.add(
          "%d of %d checkpoints were forced, because max_wal_size=%s was full: each page is then written to the log whole again; raise it"
              .formatted(
                  since,
                  since + timed - first.timed(),
                  settings.getOrDefault("max_wal_size", "?")));
    }
    if (!sessionsAreTold) {
      warnings.add(
          "what sessions wait for is hidden from this user: GRANT pg_monitor TO it, or locks and storage can't be judged");
    }
    return warnings;
  }
}
