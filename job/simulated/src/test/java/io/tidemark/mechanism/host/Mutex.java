package io.tidemark.mechanism.host;

import java.util.ArrayDeque;
import java.util.Deque;

/** A lock, handed on in the order in which it was asked for. */
public final class Mutex {
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean held;

  /** Calls back once it is the caller's, who must {@link #unlock}. */
  public void lock(Runnable held) {
    if (this.held) {
      waiting.add(held);
    } else {
      this.held = true;
      held.run();
    }
  }

  public void unlock() {
    Runnable next = waiting.poll();
    if (next == null) {
      held = false;
    } else {
      next.run();
    }
  }

  public int waiting() {
    return waiting.size();
  }
}
