package io.tidemark.sink.query;

import io.tidemark.series.Labels;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Asks a database, and can do nothing else to it: there is no way to write through it. Thread-safe.
 */
public interface QueryClient extends AutoCloseable {
  /**
   * The bounds of one answer.
   *
   * @param timeout the time until all of it must be there
   * @param bytes the most bytes of its body; a longer one is given up
   */
  record Bounds(Duration timeout, int bytes) {}

  /**
   * How a query ended.
   *
   * @param bytes the bytes of the answer that were read
   * @param failure why it counts as failed, one bounded line without secrets; "" if it was answered
   */
  record Answer(long bytes, String failure) {
    public boolean failed() {
      return !failure.isEmpty();
    }
  }

  /** Sends a query, and does not wait. The future never completes exceptionally. */
  CompletableFuture<Answer> ask(Query query, Bounds bounds);

  /**
   * Returns the expressions on which the database itself spent most time lately.
   *
   * @throws IOException if it can't be asked, or keeps no such list
   */
  List<String> top(int most) throws IOException;

  /**
   * Tells why an expression is not asked at all; empty if it may be.
   *
   * @return what must hold, worded to follow "queries: … "
   */
  default Optional<String> problem(String expression) {
    return Optional.empty();
  }

  /**
   * Returns what looks for samples of one series; empty if all that is acknowledged can be read at
   * once, or nothing looks for it yet.
   */
  default Optional<Stored> stored(Labels series) {
    return Optional.empty();
  }

  /** Finds the samples of one series that queries return now. */
  interface Stored {
    /**
     * Returns the values that the series has between two moments, ends included, as they were
     * written. It does not wait, and the future never completes exceptionally: without an answer
     * there are no values.
     */
    CompletableFuture<double[]> values(long fromMillis, long toMillis, Bounds bounds);
  }

  @Override
  void close();
}
