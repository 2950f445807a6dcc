package io.tidemark.mechanism.job;

import java.util.ArrayDeque;
import java.util.Deque;

/** Requests that a process may have outstanding, given out in the order in which writers came. */
final class Permits {
  private final Deque<Task> waiting = new ArrayDeque<>();
  private int bound;
  private int inUse;

  Permits(int bound) {
    this.bound = bound;
  }

  int bound() {
    return bound;
  }

  void bound(int next) {
    bound = next;
    wake();
  }

  boolean take(Task writer) {
    if (inUse < bound && (waiting.isEmpty() || waiting.peek() == writer)) {
      waiting.remove(writer);
      inUse++;
      return true;
    }
    if (!waiting.contains(writer)) {
      waiting.add(writer);
    }
    return false;
  }

  void release() {
    inUse--;
    wake();
  }

  private void wake() {
    int before = -1;
    while (inUse < bound && !waiting.isEmpty() && before != inUse) {
      before = inUse;
      waiting.peek().wake();
    }
  }
}
