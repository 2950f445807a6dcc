package io.tidemark.sink.rows;

/** Two series whose labels have the same hash: to store either would be to store it wrong. */
public final class CollisionException extends Exception {
  private static final long serialVersionUID = 1;

  public CollisionException(long key, Object labels) {
    super(
        "another series has the same key [key=%d, labels=%s]; give the target an extra label, which changes all keys"
            .formatted(key, labels));
  }
}
