package io.tidemark.sink;

import java.net.URI;

/**
 * A server on loopback, in its own process, that speaks a database's protocol as far as writing
 * needs, and throws away what it is sent. What a job reaches against it is the job's own ceiling.
 */
public interface NullTarget extends AutoCloseable {
  /** Returns the URL for {@code target.urls}. */
  URI url();

  @Override
  void close();
}
