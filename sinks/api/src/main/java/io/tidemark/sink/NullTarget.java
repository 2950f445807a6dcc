package io.tidemark.sink;

import java.net.URI;

/**
 * A server on loopback, in a process of its own, that speaks a database's protocol as far as
 * writing needs, and throws away what it is sent: what a job reaches against it is the job's own
 * ceiling.
 */
public interface NullTarget extends AutoCloseable {
  /** For {@code target.urls}. */
  URI url();

  @Override
  void close();
}
