package io.tidemark.sink.rrdcached;

import java.util.List;
import java.util.Map;

/**
 * Says where files wait to be written, and more than at the reading before: what is acknowledged
 * piles up in the daemon's memory then, and the rate can't be kept up. Not thread-safe.
 */
final class QueueWarning {
  /** Of all files in its memory: fewer wait for a moment, whenever many fall due at once. */
  private static final double MANY = 0.1;

  private double before;

  /**
   * @param stats as STATS names them
   */
  List<String> of(Map<String, Double> stats) {
    double waiting = stats.getOrDefault("QueueLength", 0.0);
    double files = stats.getOrDefault("TreeNodesNumber", 0.0);
    boolean grows = waiting > before;
    before = waiting;
    return grows && waiting > MANY * files
        ? List.of(
            "rrdcached: %.0f of %.0f files wait to be written, more than before: what it acknowledges piles up in its memory; more threads that write (-t), a faster disk, or a longer -w"
                .formatted(waiting, files))
        : List.of();
  }
}
