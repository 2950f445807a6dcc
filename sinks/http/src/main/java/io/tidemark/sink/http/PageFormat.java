package io.tidemark.sink.http;

import io.tidemark.sink.Concept;
import io.tidemark.sink.TsdbNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the /metrics page of one kind of database. Callers that may meet pages of any kind find all
 * formats with {@link java.util.ServiceLoader}. Stateless.
 */
public interface PageFormat {
  /** A reading that shows people what stops the writes. */
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

  /** Returns what users call the database, for messages. */
  String product();

  /** Tells whether a page is of this kind, as far as its metrics' names tell. */
  boolean isOf(byte[] page);

  /**
   * Returns the signals of the page's process; empty if the page has none of this kind.
   *
   * @param name the name of the process, see {@link TsdbNode#name}
   * @param readAtNanos the time of reading, see {@link TsdbNode#readAtNanos}
   */
  Optional<TsdbNode> read(byte[] page, String name, long readAtNanos);

  /** Returns the concepts that the database has, each with what to do if it stops the writes. */
  Map<Concept, String> remedies();

  /**
   * Returns the names of the metrics that are read, for callers that ask a store of metrics for
   * them.
   */
  default Set<String> metrics() {
    return Set.of();
  }

  /**
   * Returns the PromQL expressions of the readings, for all processes; a reading that can't be
   * asked for is absent.
   */
  default Map<Reading, String> queries() {
    return Map.of();
  }

  /** Returns what is known of these processes that makes a measurement doubtful, one line each. */
  default List<String> problems(List<TsdbNode> nodes) {
    return List.of();
  }
}
