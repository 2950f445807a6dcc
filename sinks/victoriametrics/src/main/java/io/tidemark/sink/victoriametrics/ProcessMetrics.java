package io.tidemark.sink.victoriametrics;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What one VictoriaMetrics process says on its /metrics page. Names as of 1.79 to 1.150. Pure. */
final class ProcessMetrics {
  private static final String CPU_SECONDS = "process_cpu_seconds_total";
  private static final String START_SECONDS = "process_start_time_seconds";
  private static final String RESIDENT_BYTES = "process_resident_memory_bytes";
  private static final String ROWS_INSERTED = "vm_rows_inserted_total";
  private static final String ROWS_IGNORED = "vm_rows_ignored_total";
  private static final String DATA_BYTES = "vm_data_size_bytes";
  private static final String APP_VERSION = "vm_app_version";

  /** Under a CPU quota and under affinity these differ; what can be used is the least of them. */
  private static final Set<String> CORES =
      Set.of("process_cpu_cores_available", "go_gomaxprocs", "vm_available_cpu_cores");

  /** The limiter of insert requests, and the one vmstorage had before 1.86. */
  private static final String INSERT = "vm_concurrent_insert_";

  private static final String ADD_ROWS = "vm_concurrent_addrows_";
  private static final String IN_USE = "current";
  private static final String ALL = "capacity";
  private static final String LIMIT_REACHED = "limit_reached_total";

  private static final Pattern RELEASE = Pattern.compile("\\d+\\.\\d+\\.\\d+");

  private static final Set<String> WANTED =
      Set.copyOf(
          Stream.of(
                  Stream.of(
                      CPU_SECONDS,
                      START_SECONDS,
                      RESIDENT_BYTES,
                      ROWS_INSERTED,
                      ROWS_IGNORED,
                      DATA_BYTES,
                      APP_VERSION),
                  CORES.stream(),
                  Stream.of(INSERT, ADD_ROWS)
                      .flatMap(
                          limiter -> Stream.of(IN_USE, ALL, LIMIT_REACHED).map(limiter::concat)))
              .flatMap(names -> names)
              .toList());

  private final Map<String, Double> totals = new HashMap<>();
  private final Map<String, Double> rowsIgnored = new HashMap<>();
  private String version = "";

  static ProcessMetrics parse(byte[] page) {
    var process = new ProcessMetrics();
    MetricsText.parse(page, WANTED, process::add);
    return process;
  }

  private ProcessMetrics() {}

  private void add(String name, Map<String, String> labels, double value) {
    switch (name) {
      case APP_VERSION -> version = labels.getOrDefault("version", "");
      case ROWS_IGNORED -> rowsIgnored.merge(labels.getOrDefault("reason", ""), value, Double::sum);
      case DATA_BYTES -> {
        if (!labels.getOrDefault("type", "").endsWith("inmemory")) {
          totals.merge(name, value, Double::sum);
        }
      }
      default -> totals.merge(name, value, Double::sum);
    }
  }

  /** Whether there was anything of use on the page. */
  boolean isEmpty() {
    return totals.isEmpty();
  }

  /** Single node and vminsert count the rows they take in; vmstorage does not. */
  boolean takesWrites() {
    return totals.containsKey(ROWS_INSERTED);
  }

  /** E.g. "1.79.5"; distributions may build without one. */
  Optional<String> version() {
    Matcher release = RELEASE.matcher(version);
    return release.find() ? Optional.of(release.group()) : Optional.empty();
  }

  OptionalDouble startSeconds() {
    return total(START_SECONDS);
  }

  OptionalDouble cpuSeconds() {
    return total(CPU_SECONDS);
  }

  OptionalDouble cpuCores() {
    return CORES.stream().map(this::total).flatMapToDouble(OptionalDouble::stream).min();
  }

  OptionalDouble slotsInUse() {
    return limiter(IN_USE);
  }

  OptionalDouble slots() {
    return limiter(ALL);
  }

  OptionalDouble slotLimitReached() {
    return limiter(LIMIT_REACHED);
  }

  OptionalDouble rowsInserted() {
    return total(ROWS_INSERTED);
  }

  Map<String, Double> rowsIgnored() {
    return rowsIgnored;
  }

  OptionalDouble residentBytes() {
    return total(RESIDENT_BYTES);
  }

  OptionalDouble diskBytes() {
    return total(DATA_BYTES);
  }

  /** A single node of before 1.86 has both; what writers meet first is the insert limiter. */
  private OptionalDouble limiter(String signal) {
    OptionalDouble insert = total(INSERT + signal);
    return insert.isPresent() ? insert : total(ADD_ROWS + signal);
  }

  private OptionalDouble total(String name) {
    Double total = totals.get(name);
    return total == null ? OptionalDouble.empty() : OptionalDouble.of(total);
  }
}
