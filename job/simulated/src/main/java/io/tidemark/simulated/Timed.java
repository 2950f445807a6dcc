package io.tidemark.simulated;

/** Something in which things happen at times that it knows. */
interface Timed {
  /** When something happens next; {@code Long.MAX_VALUE} for never. */
  long nextNanos();

  /** Lets everything happen that is due. */
  void advance(long nowNanos);
}
