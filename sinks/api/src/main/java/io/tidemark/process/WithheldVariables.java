package io.tidemark.process;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Environment variables that hold secrets for Tidemark alone. Processes that it starts do not
 * inherit them, so a database of our own shows none in {@code /proc/PID/environ}. There is one set
 * for this process, as there is one environment. Thread-safe.
 */
public final class WithheldVariables {
  private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

  private WithheldVariables() {}

  /** Withholds a variable from now on; processes that run already keep it. */
  public static void add(String name) {
    NAMES.add(name);
  }

  /**
   * @param environment the environment of a process that is about to be started
   */
  public static void removeFrom(Map<String, String> environment) {
    environment.keySet().removeAll(NAMES);
  }
}
