package io.tidemark.simulated.time;

/** Something in which things happen at times that it knows. */
public interface Timed {
  /** Returns when something happens next; {@code Long.MAX_VALUE} for never. */
  long nextNanos();

  /** Lets everything happen that is due. */
  void advance(long nowNanos);
}
