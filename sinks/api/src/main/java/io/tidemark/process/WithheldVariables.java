package io.tidemark.process;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Variables of our environment that hold secrets for us alone: what we start does not inherit them,
 * so a database of our own shows none in {@code /proc/PID/environ}. One set for this process, as
 * its environment is. Thread-safe.
 */
public final class WithheldVariables {
  private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

  private WithheldVariables() {}

  /** From now on; who runs already has what it was given. */
  public static void add(String name) {
    NAMES.add(name);
  }

  /**
   * @param environment of a process that is about to be started
   */
  public static void removeFrom(Map<String, String> environment) {
    environment.keySet().removeAll(NAMES);
  }
}
