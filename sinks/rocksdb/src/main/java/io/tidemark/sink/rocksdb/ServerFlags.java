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
   * @throws IllegalArgumentException if a flag is unknown or missing; the message names it
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
        Integer.parseInt(given.get("port")),
        Integer.parseInt(given.getOrDefault("insert-slots", "" + 2 * cores)),
        Integer.parseInt(given.getOrDefault("background-jobs", "" + Math.max(2, cores))),
        Boolean.parseBoolean(given.getOrDefault("direct-io", "false")),
        Integer.parseInt(given.getOrDefault("max-label-bytes", "65536")),
        Long.parseLong(given.getOrDefault("max-queue-millis", "60000")));
  }
}
