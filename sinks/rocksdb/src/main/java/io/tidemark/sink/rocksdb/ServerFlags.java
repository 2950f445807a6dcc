package io.tidemark.sink.rocksdb;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The server's command line, with flags {@code -name=value}; the last of a name counts.
 *
 * @param backgroundJobs the number of threads that flush and compact
 * @param directIo whether these write past the system's cache
 * @param maxLabelBytes the most bytes of a series' labels
 * @param maxQueueMillis the most time that a write waits for a slot
 */
record ServerFlags(
    String folder,
    int port,
    int insertSlots,
    int backgroundJobs,
    boolean directIo,
    int maxLabelBytes,
    long maxQueueMillis) {
  private static final Set<String> NAMES =
      Set.of(
          "folder",
          "port",
          "insert-slots",
          "background-jobs",
          "direct-io",
          "max-label-bytes",
          "max-queue-millis");

  /**
   * @throws IllegalArgumentException if a flag is unknown, missing or no number; the message names
   *     it
   */
  static ServerFlags parse(String[] args) {
    Map<String, String> given = new HashMap<>();
    for (String arg : args) {
      String[] both = arg.split("=", 2);
      if (both.length < 2 || !both[0].startsWith("-") || !NAMES.contains(both[0].substring(1))) {
        throw new IllegalArgumentException("no flag [flag=%s, flags=%s]".formatted(arg, NAMES));
      }
      given.put(both[0].substring(1), both[1]);
    }
    for (String needed : List.of("folder", "port")) {
      if (!given.containsKey(needed)) {
        throw new IllegalArgumentException("flag -%s=… is missing".formatted(needed));
      }
    }
    int cores = Runtime.getRuntime().availableProcessors();
    return new ServerFlags(
        given.get("folder"),
        number(given, "port", 0),
        number(given, "insert-slots", 2 * cores),
        number(given, "background-jobs", Math.max(2, cores)),
        Boolean.parseBoolean(given.getOrDefault("direct-io", "false")),
        number(given, "max-label-bytes", 65_536),
        number(given, "max-queue-millis", 60_000));
  }

  private static int number(Map<String, String> given, String name, int usual) {
    String value = given.get(name);
    try {
      return value == null ? usual : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "no whole number of 32 bits [-%s=%s]".formatted(name, value), e);
    }
  }
}
