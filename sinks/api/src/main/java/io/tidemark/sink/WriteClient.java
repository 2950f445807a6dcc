package io.tidemark.sink;

import java.util.concurrent.CompletableFuture;

/** Sends payloads; each writer subtask has one. Thread-safe. */
public interface WriteClient extends AutoCloseable {
  /**
   * Sends the payload once, to the endpoint with the fewest requests in flight. The future never
   * completes exceptionally: the result says what went wrong, and its {@link RequestTiming} is the
   * request's latency. Back-off, splitting and dead letters are the caller's task.
   *
   * @throws IllegalArgumentException if the payload was made for another kind of database
   */
  CompletableFuture<WriteResult> write(Payload payload);

  /** Returns the CPU time of the client's own threads since it was opened, in nanoseconds. */
  long cpuNanos();

  @Override
  void close();
}
