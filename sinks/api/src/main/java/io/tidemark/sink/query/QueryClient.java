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
   * What one answer may cost.
   *
   * @param timeout until all of it is there
   * @param bytes of its body; what is longer is given up
   */
  record Bounds(Duration timeout, int bytes) {}

  /**
   * How a query ended.
   *
   * @param bytes that were read of the answer
   * @param failure why it counts as failed, one bounded line without secrets; "" if it was answered
   */
  record Answer(long bytes, String failure) {
    public boolean failed() {
      return !failure.isEmpty();
    }
  }

  /** Asks, and does not wait. Never completes exceptionally. */
  CompletableFuture<Answer> ask(Query query, Bounds bounds);

  /**
   * The expressions on which the database itself spent most time lately.
   *
   * @throws IOException if it can't be asked, or keeps no such list
   */
  List<String> top(int most) throws IOException;

  /**
   * Why an expression is not asked at all; empty if it may be.
   *
   * @return what must hold, as it follows "queries: … "
   */
  default Optional<String> problem(String expression) {
    return Optional.empty();
  }

  /**
   * How samples of one series are looked for; empty where all that is acknowledged can be read at
   * once, or nothing looks for it yet.
   */
  default Optional<Stored> stored(Labels series) {
    return Optional.empty();
  }

  /** Of one series, what queries find of it now. */
  interface Stored {
    /**
     * The values that it has between two moments, ends included, as they were written. Does not
     * wait, and never completes exceptionally: without an answer there are none.
     */
    CompletableFuture<double[]> values(long fromMillis, long toMillis, Bounds bounds);
  }

  @Override
  void close();
}
