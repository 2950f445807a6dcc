package io.tidemark.job.shared;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What subtasks of one job share within a process. It belongs into a static field, because Flink
 * gives subtasks nothing else in common, and it goes by a key with the job's id, because a process
 * may run several jobs of the same classes. With the last of its members it is gone. Thread-safe.
 */
public final class JobLocal<T> {
  private final Map<String, T> byKey = new HashMap<>();
  private final Map<T, Integer> members = new IdentityHashMap<>();

  /**
   * Becomes a member until {@link #leave}.
   *
   * @param first makes what is shared when there is nothing yet
   */
  public T join(String key, Supplier<T> first) {
    return join(key, there -> true, first);
  }

  /**
   * Becomes a member until {@link #leave}.
   *
   * @param open whether what is there still takes members; if not, it is left to those it has
   * @param first makes what is shared when there is nothing to join
   */
  public synchronized T join(String key, Predicate<T> open, Supplier<T> first) {
    T shared = byKey.get(key);
    if (shared == null || !open.test(shared)) {
      shared = first.get();
      byKey.put(key, shared);
    }
    members.merge(shared, 1, Integer::sum);
    return shared;
  }

  /** Ends one membership. */
  public synchronized void leave(T shared) {
    if (members.computeIfPresent(shared, (each, count) -> count > 1 ? count - 1 : null) == null) {
      byKey.values().removeIf(each -> each == shared);
    }
  }

  /** Returns what is shared, without becoming a member; empty if nobody has joined. */
  public synchronized Optional<T> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }
}
