package io.tidemark.sink.rows;

/**
 * Thrown for two series whose labels have the same hash: what is stored under it would be wrong for
 * one of them.
 */
public final class CollisionException extends Exception {
  private static final long serialVersionUID = 1;

  public CollisionException(long key, Object labels) {
    super(
        "another series has the same key [key=%d, labels=%s]; give the target an extra label, which changes all keys"
            .formatted(key, labels));
  }
}
