package io.tidemark.job.shared;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * An object that the subtasks of a job share within a process. It belongs into a static field,
 * because Flink gives subtasks nothing else in common. It has a key with the job's id, because a
 * process may run several jobs with the same classes. It is dropped when its last member leaves.
 * Thread-safe.
 */
public final class JobLocal<T> {
  private final Map<String, T> byKey = new HashMap<>();
  private final Map<T, Integer> members = new IdentityHashMap<>();

  /**
   * Becomes a member until {@link #leave}.
   *
   * @param first makes the shared object if there is none yet
   */
  public T join(String key, Supplier<T> first) {
    return join(key, there -> true, first);
  }

  /**
   * Becomes a member until {@link #leave}.
   *
   * @param open tells whether an existing object still takes members; if not, it is left to those
   *     that it has
   * @param first makes the shared object if there is none to join
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

  /** Returns the shared object without becoming a member; empty if nobody has joined. */
  public synchronized Optional<T> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }
}
