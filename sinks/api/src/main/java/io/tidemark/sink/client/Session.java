package io.tidemark.sink.client;

import io.tidemark.sink.Payload;

/**
 * One connection, and how a payload is written over it: all of it or none. Not thread-safe; {@link
 * #abort} may come from any thread.
 */
public interface Session extends AutoCloseable {
  /**
   * @return samples that were not there before
   * @throws Exception after which the session can be used again, if it {@link #isOpen}
   */
  long write(Payload payload, Progress progress) throws Exception;

  /** False once it can't be used any more. */
  boolean isOpen();

  /** Ends it now, whatever it does. */
  void abort();

  @Override
  void close();
}
