package io.tidemark.sink.sql;

import io.tidemark.sink.Payload;
import java.sql.SQLException;

/**
 * One connection, and how a payload is written over it: all of it or none. Not thread-safe; {@link
 * #abort} may come from any thread.
 */
public interface SqlSession extends AutoCloseable {
  /** Two series whose labels have the same hash: to store either would be to store it wrong. */
  final class CollisionException extends Exception {
    public CollisionException(long key, Object labels) {
      super(
          "another series has the same key [key=%d, labels=%s]; give the target an extra label, which changes all keys"
              .formatted(key, labels));
    }
  }

  /**
   * @return rows that were not there before
   * @throws SQLException after which the session can be used again, if it {@link #isOpen}
   */
  long write(Payload payload, Progress progress) throws SQLException, CollisionException;

  /** False once it can't be used any more. */
  boolean isOpen();

  /** Ends it now, whatever it does. */
  void abort();

  @Override
  void close();
}
