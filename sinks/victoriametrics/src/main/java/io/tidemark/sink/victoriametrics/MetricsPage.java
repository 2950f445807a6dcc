package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.http.MetricsText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses the /metrics page of one VictoriaMetrics process: a single node, a vminsert or a
 * vmstorage. The metrics' names are those of versions 1.79 to 1.150. Pure.
 */
final class MetricsPage {
  static final String APP_VERSION = "vm_app_version";
  static final String FLAG = "flag";
  static final String START_SECONDS = "process_start_time_seconds";
  static final String CPU_SECONDS = "process_cpu_seconds_total";
  static final String CPU_WAITING = "process_pressure_cpu_waiting_seconds_total";
  static final String IO_WAITING = "process_pressure_io_waiting_seconds_total";
  static final String IO_STALLED = "process_pressure_io_stalled_seconds_total";
  static final String MEMORY_WAITING = "process_pressure_memory_waiting_seconds_total";
  static final String MEMORY_STALLED = "process_pressure_memory_stalled_seconds_total";
  static final String MEMORY_LIMIT = "vm_available_memory_bytes";
  static final String RESIDENT_BYTES = "process_resident_memory_bytes";
  static final String ROWS_INSERTED = "vm_rows_inserted_total";
  static final String ROWS_IGNORED = "vm_rows_ignored_total";
  static final String SLOW_INSERTS = "vm_slow_row_inserts_total";
  static final String NEW_SERIES = "vm_new_timeseries_created_total";
  static final String ROWS_STORED = "vm_rows_added_to_storage_total";

  /**
   * The caches count by type. Inserts of series that no cache holds look into blocks of the index,
   * and a block that left the cache is read and unpacked again.
   */
  private static final String CACHE_REQUESTS = "vm_cache_requests_total";

  private static final String CACHE_MISSES = "vm_cache_misses_total";

  private static final String CACHE_BYTES = "vm_cache_size_bytes";
  private static final String CACHE_ROOM = "vm_cache_size_max_bytes";
  private static final String OF_INDEX = "indexdb/dataBlocks";

  /**
   * What one of these blocks takes to be read and unpacked, in seconds of a core: the slope of CPU
   * over misses while 400,000 series with 13 labels were registered one after the other in a
   * VictoriaMetrics 1.151.0 that was allowed 40, 80 and 160 MB, and while they were written again
   * (82 to 99 µs on AMD EPYC).
   */
  private static final double MISS_SECONDS = 95e-6;

  /** Each merge writes one part; merges in memory write no files. */
  static final String MERGES = "vm_active_merges";

  static final String READ_ONLY = "vm_storage_is_read_only";
  static final String DATA_BYTES = "vm_data_size_bytes";
  static final String WRITE_SECONDS = "vm_filestream_write_duration_seconds_total";
  static final String FSYNC_SECONDS = "vm_filestream_fsync_duration_seconds_total";

  /** These differ under a CPU quota and under affinity; the process can use the least of them. */
  static final Set<String> CORES =
      Set.of("process_cpu_cores_available", "go_gomaxprocs", "vm_available_cpu_cores");

  /**
   * A limit on cardinality drops these rows, and VictoriaMetrics does not count them as ignored.
   */
  private static final Map<String, String> LIMIT_DROPS =
      Map.of(
          "vm_hourly_series_limit_rows_dropped_total", "hourly_series_limit",
          "vm_daily_series_limit_rows_dropped_total", "daily_series_limit");

  /**
   * The limiter of insert requests; before 1.86, vmstorage had another one. Its slots are places in
   * a Go channel (lib/writeconcurrencylimiter, IncConcurrency). A request that finds the channel
   * full is counted and then waits. A slot that is given back goes to the first request that waits,
   * so a request that comes just then finds none free.
   */
  static final String INSERT = "vm_concurrent_insert_";

  /**
   * The limiter of queries. Storage nodes have their own, for the queries that select nodes send
   * them.
   */
  static final String SELECT = "vm_concurrent_select_";

  private static final String REQUESTS = "vm_http_requests_total";

  /** The requests that ask for a range or a point. */
  private static final String QUERIES = "queries";

  private static final Set<String> QUERY_ENDS = Set.of("/api/v1/query", "/api/v1/query_range");

  /** The paths of requests that take a slot end like this; in a cluster the tenant comes before. */
  private static final Set<String> INSERT_ENDS =
      Set.of(
          "/write",
          "/api/v1/push",
          "/api/v1/import",
          "/api/v1/import/csv",
          "/api/v1/import/native",
          "/api/v1/import/prometheus",
          "/api/put",
          "/opentelemetry/v1/metrics",
          "/datadog/api/v1/series",
          "/datadog/api/v2/series",
          "/newrelic/infra/v2/metrics/events/bulk");

  /** The bytes that vmagent has acknowledged and not yet written to a database. */
  private static final String AGENT_QUEUE = "vmagent_remotewrite_pending_data_bytes";

  private static final String ADD_ROWS = "vm_concurrent_addrows_";
  static final String IN_USE = "current";
  static final String CAPACITY = "capacity";
  static final String LIMIT_REACHED = "limit_reached_total";
  static final String LIMIT_TIMEOUTS = "limit_timeout_total";

  /** By default there are two or four slots for each core. */
  private static final String INSERT_SLOTS = "maxConcurrentInserts";

  private static final Set<String> TELLING_FLAGS =
      Set.of(
          INSERT_SLOTS,
          "insert.maxQueueDuration",
          "dedup.minScrapeInterval",
          "retentionPeriod",
          "storage.minFreeDiskSpaceBytes");

  /** These flags say where the process runs, not how it is set. */
  private static final Set<String> PLACE = Set.of("httpListenAddr", "storageDataPath");

  private static final Pattern RELEASE = Pattern.compile("\\d+\\.\\d+\\.\\d+");

  static final Set<String> WANTED = wanted();

  private final Map<String, Double> totals = new HashMap<>();
  private final Map<String, Double> rowsIgnored = new HashMap<>();
  private final StorageLinks links = new StorageLinks();
  private final Map<String, String> flags = new TreeMap<>();
  private String version = "";

  /** This is null if the page does not say. */
  private Boolean slotsAreSet;

  private MetricsPage() {}

  static MetricsPage parse(byte[] page) {
    var read = new MetricsPage();
    MetricsText.parse(page, WANTED, read::add);
    return read;
  }

  private static Set<String> wanted() {
    var names =
        new HashSet<>(
            Set.of(
                APP_VERSION,
                FLAG,
                START_SECONDS,
                CPU_SECONDS,
                MEMORY_LIMIT,
                RESIDENT_BYTES,
                ROWS_INSERTED,
                ROWS_IGNORED,
                SLOW_INSERTS,
                NEW_SERIES,
                CACHE_REQUESTS,
                CACHE_MISSES,
                CACHE_BYTES,
                CACHE_ROOM,
                READ_ONLY,
                DATA_BYTES,
                WRITE_SECONDS,
                FSYNC_SECONDS,
                ROWS_STORED,
                MERGES,
                AGENT_QUEUE,
                REQUESTS,
                SELECT + IN_USE,
                SELECT + CAPACITY,
                CPU_WAITING,
                IO_WAITING,
                IO_STALLED,
                MEMORY_WAITING,
                MEMORY_STALLED));
    names.addAll(CORES);
    names.addAll(LIMIT_DROPS.keySet());
    names.addAll(StorageLinks.WANTED);
    Stream.of(INSERT, ADD_ROWS)
        .flatMap(
            limiter ->
                Stream.of(IN_USE, CAPACITY, LIMIT_REACHED, LIMIT_TIMEOUTS).map(limiter::concat))
        .forEach(names::add);
    return Set.copyOf(names);
  }

  private void add(String name, Map<String, String> labels, double value) {
    if (StorageLinks.WANTED.contains(name)) {
      links.add(name, labels, value);
      return;
    }
    switch (name) {
      case APP_VERSION -> version = labels.getOrDefault("version", "");
      case FLAG -> addFlag(labels);
      case ROWS_IGNORED -> rowsIgnored.merge(labels.getOrDefault("reason", ""), value, Double::sum);
      case REQUESTS -> {
        String path = labels.getOrDefault("path", "");
        if (INSERT_ENDS.stream().anyMatch(path::endsWith)) {
          totals.merge(name, value, Double::sum);
        }
        if (QUERY_ENDS.stream().anyMatch(path::endsWith)) {
          totals.merge(QUERIES, value, Double::sum);
        }
      }
      case CACHE_REQUESTS, CACHE_MISSES, CACHE_BYTES, CACHE_ROOM -> {
        if (OF_INDEX.equals(labels.get("type"))) {
          totals.merge(name, value, Double::sum);
        }
      }
      case DATA_BYTES, MERGES -> {
        if (!labels.getOrDefault("type", "").endsWith("inmemory")) {
          totals.merge(name, value, Double::sum);
        }
      }
      default -> totals.merge(name, value, Double::sum);
    }
  }

  private void addFlag(Map<String, String> labels) {
    String name = labels.getOrDefault("name", "");
    if (name.equals(INSERT_SLOTS) && labels.containsKey("is_set")) {
      slotsAreSet = "true".equals(labels.get("is_set"));
    }
    if (PLACE.contains(name)) {
      return;
    }
    if (TELLING_FLAGS.contains(name)
        || FlagLimits.FLAGS.contains(name)
        || "true".equals(labels.get("is_set"))) {
      flags.put(name, labels.getOrDefault("value", ""));
    }
  }

  /** Tells whether the page had nothing that can be used. */
  boolean isEmpty() {
    return totals.isEmpty();
  }

  TsdbNode node(String name, long readAtNanos) {
    LIMIT_DROPS.forEach(
        (dropped, reason) ->
            total(dropped).ifPresent(rows -> rowsIgnored.merge(reason, rows, Double::sum)));
    return TsdbNode.named(name, role())
        .readAtNanos(readAtNanos)
        .version(version())
        .startSeconds(total(START_SECONDS))
        .cpu(new TsdbNode.Cpu(total(CPU_SECONDS), least(CORES)))
        .pressure(
            new TsdbNode.Pressure(
                total(CPU_WAITING),
                total(IO_WAITING),
                total(IO_STALLED),
                total(MEMORY_WAITING),
                total(MEMORY_STALLED),
                total(MEMORY_LIMIT),
                OptionalDouble.empty(),
                new TsdbNode.IndexCache(
                    total(CACHE_REQUESTS),
                    total(CACHE_MISSES),
                    total(CACHE_MISSES).stream().map(misses -> misses * MISS_SECONDS).findAny(),
                    share(CACHE_BYTES, CACHE_ROOM))))
        .residentBytes(total(RESIDENT_BYTES))
        .slots(slots(totals.containsKey(INSERT + CAPACITY) ? INSERT : ADD_ROWS))
        .rows(
            new TsdbNode.Rows(
                total(ROWS_INSERTED),
                Map.copyOf(rowsIgnored),
                total(SLOW_INSERTS),
                total(NEW_SERIES),
                total(ROWS_STORED)))
        .storage(
            new TsdbNode.Storage(
                total(READ_ONLY),
                total(DATA_BYTES),
                total(WRITE_SECONDS),
                total(FSYNC_SECONDS),
                OptionalDouble.empty(),
                total(MERGES),
                total(AGENT_QUEUE)))
        .links(links.byAddress())
        .flags(Map.copyOf(flags))
        .selects(
            new TsdbNode.Selects(total(SELECT + IN_USE), total(SELECT + CAPACITY), total(QUERIES)))
        .build();
  }

  /**
   * Tells the process's role. Single nodes and vminserts count the rows that they take in; single
   * nodes and vmstorages store data; a process with neither that bounds queries is a vmselect.
   */
  private TsdbNode.Role role() {
    boolean takesWrites = totals.containsKey(ROWS_INSERTED);
    boolean stores = totals.containsKey(DATA_BYTES) || totals.containsKey(READ_ONLY);
    if (takesWrites) {
      return links.isEmpty() ? TsdbNode.Role.SINGLE : TsdbNode.Role.INSERT;
    }
    boolean answers = totals.containsKey(SELECT + CAPACITY);
    return stores ? TsdbNode.Role.STORAGE : answers ? TsdbNode.Role.SELECT : TsdbNode.Role.OTHER;
  }

  /** Distributions may build VictoriaMetrics without a version. */
  private Optional<String> version() {
    Matcher release = RELEASE.matcher(version);
    return release.find() ? Optional.of(release.group()) : Optional.empty();
  }

  /** A single node before 1.86 has both limiters; writers meet the one for inserts first. */
  private TsdbNode.Slots slots(String limiter) {
    return new TsdbNode.Slots(
        total(limiter + IN_USE),
        total(limiter + CAPACITY),
        total(limiter + LIMIT_REACHED),
        total(limiter + LIMIT_TIMEOUTS),
        slotsAreSet == null ? Optional.empty() : Optional.of(!slotsAreSet),
        limiter.equals(INSERT) ? total(REQUESTS) : OptionalDouble.empty());
  }

  private OptionalDouble least(Set<String> names) {
    return names.stream().map(this::total).flatMapToDouble(OptionalDouble::stream).min();
  }

  private OptionalDouble share(String part, String whole) {
    double share = total(part).orElse(Double.NaN) / total(whole).orElse(Double.NaN);
    return Double.isFinite(share) ? OptionalDouble.of(share) : OptionalDouble.empty();
  }

  private OptionalDouble total(String name) {
    Double total = totals.get(name);
    return total == null ? OptionalDouble.empty() : OptionalDouble.of(total);
  }
}
