package io.tidemark.sink.http;

import io.tidemark.sink.Concept;
import io.tidemark.sink.TsdbNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the /metrics page of one flavour of database is read. Where a page of any flavour may come,
 * they are found with {@link java.util.ServiceLoader}. Stateless.
 */
public interface PageFormat {
  /** What people look at to see what stops the writes. */
  enum Reading {
    ROWS,
    CPU,
    CPU_WAITS,
    SLOTS,
    NO_SLOT_FREE,
    LINK,
    STORAGE,
    IO_STALLS,
    SLOW_ROWS,
    QUERIES
  }

  /** What users call the database, for messages. */
  String product();

  /** Whether a page is of this flavour, as far as its metrics' names tell. */
  boolean isOf(byte[] page);

  /**
   * What the process says of itself; empty if there is nothing of this flavour on the page.
   *
   * @param name of the process
   * @param readAtNanos as {@link TsdbNode#readAtNanos}
   */
  Optional<TsdbNode> read(byte[] page, String name, long readAtNanos);

  /** The concepts that it has, each with what to do where that stops the writes. */
  Map<Concept, String> remedies();

  /** Names of the metrics that are read, for who asks for them where they are stored. */
  default Set<String> metrics() {
    return Set.of();
  }

  /** How Prometheus' query language asks for a reading, of all processes; none where it can't. */
  default Map<Reading, String> queries() {
    return Map.of();
  }

  /** What is known of these processes that makes a measurement doubtful, one line each. */
  default List<String> problems(List<TsdbNode> nodes) {
    return List.of();
  }
}
