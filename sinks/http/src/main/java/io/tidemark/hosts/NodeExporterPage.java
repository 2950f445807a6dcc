package io.tidemark.hosts;

import io.tidemark.sink.http.MetricsText;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Parses the page of Prometheus' node_exporter: the number of a host's cores, and counters of
 * seconds since the host began, in which cores were busy, other machines had them, tasks waited or
 * disks were busy. The metrics' names are those of versions 1.0 to 1.9. Pure.
 */
public final class NodeExporterPage {
  public static final String CORES = "cores";
  public static final String BUSY = "busy";
  public static final String STOLEN = "stolen";
  public static final String IO_WAITING = "io waiting";
  public static final String IO_STALLED = "io stalled";
  public static final String MEMORY_WAITING = "memory waiting";
  public static final String MEMORY_STALLED = "memory stalled";

  /** The name of a disk's signal begins with this; the device's name follows. */
  public static final String DISK = "disk ";

  private static final String CPU_SECONDS = "node_cpu_seconds_total";
  private static final String DISK_SECONDS = "node_disk_io_time_seconds_total";

  /** The names of the metrics that are read. */
  public static final Set<String> METRICS =
      Set.of(
          CPU_SECONDS,
          DISK_SECONDS,
          "node_pressure_io_waiting_seconds_total",
          "node_pressure_io_stalled_seconds_total",
          "node_pressure_memory_waiting_seconds_total",
          "node_pressure_memory_stalled_seconds_total");

  /** The modes of an idle core, named as in {@code /proc/stat}. */
  private static final Set<String> IDLE = Set.of("idle", "iowait");

  /** No host has so many disks; what a page lists beyond is not read. */
  private static final int MOST_DISKS = 256;

  private final Map<String, Double> read = new TreeMap<>();
  private final Set<String> cores = new HashSet<>();
  private int disks;

  private NodeExporterPage() {}

  /** Returns the values by signal; empty if the page has none of them. */
  public static Map<String, Double> parse(byte[] page) {
    var parsed = new NodeExporterPage();
    MetricsText.parse(page, METRICS, parsed::add);
    if (!parsed.cores.isEmpty()) {
      parsed.read.put(CORES, (double) parsed.cores.size());
    }
    return parsed.read;
  }

  private void add(String name, Map<String, String> labels, double value) {
    switch (name) {
      case CPU_SECONDS -> cpu(labels.getOrDefault("cpu", ""), labels.get("mode"), value);
      case DISK_SECONDS -> {
        if (disks++ < MOST_DISKS) {
          read.put(DISK + labels.getOrDefault("device", ""), value);
        }
      }
      default ->
          read.put(name.replaceAll("node_pressure_|_seconds_total", "").replace('_', ' '), value);
    }
  }

  private void cpu(String core, String mode, double seconds) {
    cores.add(core);
    if (!IDLE.contains(mode)) {
      read.merge(BUSY, seconds, Double::sum);
    }
    if ("steal".equals(mode)) {
      read.merge(STOLEN, seconds, Double::sum);
    }
  }
}
