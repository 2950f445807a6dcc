package io.tidemark.sink;

import java.util.concurrent.CompletableFuture;

/** Sends payloads; one per writer subtask. Thread-safe. */
public interface WriteClient extends AutoCloseable {
  /**
   * Sends the payload once, to the endpoint with the fewest requests in flight. The future never
   * completes exceptionally: what went wrong is in the result. Back-off, splitting and dead letters
   * are the caller's.
   *
   * @throws IllegalArgumentException if the payload was made for another kind of database
   */
  CompletableFuture<WriteResult> write(Payload payload);

  /** CPU time of the client's own threads since it was opened, in nanoseconds. */
  long cpuNanos();

  @Override
  void close();
}
