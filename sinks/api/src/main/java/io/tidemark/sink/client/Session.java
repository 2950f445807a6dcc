package io.tidemark.sink.client;

import io.tidemark.sink.Payload;

/**
 * One connection, over which a payload is written as a whole or not at all. Not thread-safe; only
 * {@link #abort} may be called by any thread.
 */
public interface Session extends AutoCloseable {
  /**
   * @return the number of samples that were not there before
   * @throws Exception if that fails; the session can be used again if it {@link #isOpen}
   */
  long write(Payload payload, Progress progress) throws Exception;

  /** Returns false once the session can't be used any more. */
  boolean isOpen();

  /** Ends the session at once, whatever it does. */
  void abort();

  @Override
  void close();
}
