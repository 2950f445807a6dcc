package io.tidemark.groundtruth;

import static io.tidemark.ceiling.Cause.GATEWAY;
import static io.tidemark.ceiling.Cause.HOST_CPU;
import static io.tidemark.ceiling.Cause.INCONCLUSIVE;
import static io.tidemark.ceiling.Cause.JOB_CPU;
import static io.tidemark.ceiling.Cause.JOB_GC;
import static io.tidemark.ceiling.Cause.JOB_IN_FLIGHT;
import static io.tidemark.ceiling.Cause.JOB_SKEW;
import static io.tidemark.ceiling.Cause.NETWORK;
import static io.tidemark.ceiling.Cause.NONE_REACHED;
import static io.tidemark.ceiling.Cause.REQUESTS_FAIL;
import static io.tidemark.ceiling.Cause.SOURCE;
import static io.tidemark.ceiling.Cause.TSDB_CONTENTION;
import static io.tidemark.ceiling.Cause.TSDB_CPU;
import static io.tidemark.ceiling.Cause.TSDB_MEMORY;
import static io.tidemark.ceiling.Cause.TSDB_READERS;
import static io.tidemark.ceiling.Cause.TSDB_REJECTING;
import static io.tidemark.ceiling.Cause.TSDB_SLOTS;
import static io.tidemark.ceiling.Cause.TSDB_STORAGE;
import static io.tidemark.groundtruth.Environments.behindLine;
import static io.tidemark.groundtruth.Environments.nullServer;
import static io.tidemark.groundtruth.Environments.rejecting;
import static io.tidemark.groundtruth.Environments.simulated;
import static io.tidemark.groundtruth.Environments.slots;
import static io.tidemark.groundtruth.Environments.unconstrained;
import static io.tidemark.groundtruth.Expected.noneOf;
import static io.tidemark.groundtruth.Expected.oneOf;
import static io.tidemark.groundtruth.Scenario.ceiling;
import static io.tidemark.groundtruth.Scenario.watch;
import static io.tidemark.groundtruth.StoreEnvironments.RRDCACHED;

import io.tidemark.simulated.Behaviour;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The ground truth, for a machine of two cores. */
final class Scenarios {
  private static final Duration FIFTY_MILLIS = Duration.ofMillis(50);
  private static final Duration TWENTY_MILLIS = Duration.ofMillis(20);
  private static final double ALMOST_TWO = 1.99;

  /** A body of 10,000 samples has half a megabyte: eight requests a second, of some fifty. */
  static final long THIN_BYTES_PER_SECOND = 4_000_000;

  /** Of a database made slow: a step of a short search must hold twenty of its answers. */
  static final String SMALL_BATCHES = "write.batch-samples=1000";

  /** Which takes the cores that a second slot would need. */
  private static final String NO_COMPACTION = "target.table-options=disable_auto_compactions=true";

  private static final Behaviour EIGHT_SLOTS = Behaviour.ofSlots(8, Duration.ofMillis(2));

  private Scenarios() {}

  static List<Scenario> all() {
    return Stream.of(single(), HiddenScenarios.all(), ClusterScenarios.all(), StoreScenarios.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> single() {
    return List.of(
        ceiling(
            "one slot",
            () -> slots(1),
            oneOf(TSDB_SLOTS).within("/slots/low", 0, 1).within("/slots/high", 1, ALMOST_TWO)),
        // What Tidemark was made for: answers take eight seconds, and most of the CPU is free.
        watch(
            "the main case, watched",
            () ->
                simulated(
                        Behaviour.ofSlots(4, Duration.ofMillis(1_700))
                            .withCpu(Duration.ofMillis(300), 2))
                    .with("write.in-flight=16"),
            oneOf(TSDB_SLOTS)),
        watch(
            "the main case's symptoms, watched",
            () -> slots(1).with("write.in-flight=64", "write.batch-samples=100000"),
            oneOf(TSDB_SLOTS)),
        ceiling(
            "unconstrained",
            Environments::unconstrained,
            noneOf(TSDB_SLOTS).mentioning("\"limitedBy\":\"cpu\"")),
        ceiling("database and job on a core each", Environments::coresApart, oneOf(TSDB_CPU)),
        ceiling("database with half a core", () -> Environments.quota(0.5), oneOf(TSDB_CPU)),
        ceiling("co-located as it comes", Environments::unconstrained, oneOf(TSDB_CPU)),
        ceiling("job and database on the same core", Environments::oneCoreForBoth, oneOf(HOST_CPU)),
        ceiling(
            "null server, parallelism 1", () -> nullServer().with("parallelism=1"), oneOf(JOB_CPU)),
        // As fast as without a database, but that is to be told from nine tenths of it.
        ceiling(
                "the HTTP client's thread is the busiest",
                // Next to nothing to encode.
                () -> nullServer().with("parallelism=1", "write.batch-samples=20"),
                oneOf(JOB_CPU))
            .withOptions(GroundTruth.MAX_DURATION, "90s"),
        watch(
            "one request in flight over a long line",
            () -> behindLine(0, FIFTY_MILLIS).with("write.in-flight=1"),
            oneOf(JOB_IN_FLIGHT)),
        ceiling(
            "a thin line", () -> behindLine(THIN_BYTES_PER_SECOND, Duration.ZERO), oneOf(NETWORK)),
        ceiling(
                "a source with a rate",
                () -> unconstrained().with("source.datagen.rate=20000"),
                oneOf(SOURCE))
            .alsoInShort(),
        ceiling("one hot key", Scenarios::oneHotKey, oneOf(JOB_SKEW)),
        ceiling("a heap far too small", Scenarios::smallHeap, oneOf(JOB_GC)),
        ceiling("429 for every tenth", () -> rejecting(10, 429), oneOf(TSDB_REJECTING))
            .alsoInShort(),
        // Named only where there was time to try more in flight.
        ceiling(
                "a gateway that lets two through",
                () -> Environments.behindGateway(2, FIFTY_MILLIS),
                oneOf(GATEWAY))
            .withOptions(GroundTruth.MAX_DURATION, "60s"),
        ceiling("503 for every second", () -> rejecting(2, 503), oneOf(REQUESTS_FAIL)),
        ceiling(
                "heavy queries beside the writes",
                () ->
                    unconstrained()
                        .with(
                            "queries.expressions=['sum(rate(cpu_usage_user[1h])) by (hostname, region)']",
                            "queries.range=6h",
                            "queries.step=15s",
                            "queries.concurrency=16"),
                oneOf(TSDB_READERS))
            .withOptions(GroundTruth.MAX_DURATION, "90s"),
        ceiling("read-only", Environments::readOnly, oneOf(TSDB_STORAGE)),
        ceiling(
            "metrics forbidden",
            Environments::metricsForbidden,
            oneOf(INCONCLUSIVE).mentioning("metrics")),
        ceiling(
                "nothing is full",
                () -> unconstrained().with("source.datagen.rate=500"),
                oneOf(NONE_REACHED))
            .withOptions("--by", "m"),
        ceiling(
            "a cluster whose storage is slow",
            () -> simulated(EIGHT_SLOTS.withStorageTime(TWENTY_MILLIS)),
            oneOf(TSDB_STORAGE)),
        ceiling(
            "two vminserts, one slow storage each",
            () ->
                simulated(
                    EIGHT_SLOTS.withStorageTime(TWENTY_MILLIS),
                    EIGHT_SLOTS.withStorageTime(TWENTY_MILLIS)),
            oneOf(TSDB_STORAGE)),
        ceiling(
            "a simulated database with four slots",
            () -> simulated(Behaviour.ofSlots(4, FIFTY_MILLIS)),
            oneOf(TSDB_SLOTS).within("/slots/low", 3, 4).within("/slots/high", 4, 5)),
        ceiling(
            "a simulated database short of memory",
            () -> simulated(Behaviour.ofSlots(4, FIFTY_MILLIS).withMemoryStalled(0.5)),
            oneOf(TSDB_MEMORY)),
        ceiling(
            "a simulated database with half a core",
            () -> simulated(EIGHT_SLOTS.withCpu(TWENTY_MILLIS, 0.5)),
            oneOf(TSDB_CPU)),
        ceiling("PostgreSQL and job on a core each", SqlEnvironments::coresApart, oneOf(TSDB_CPU)),
        ceiling(
            "PostgreSQL with half a core",
            () -> SqlEnvironments.quota(0.5).with(SMALL_BATCHES),
            oneOf(TSDB_CPU)),
        ceiling(
            "two connections allowed",
            () -> SqlEnvironments.connections(2).with(SMALL_BATCHES),
            oneOf(TSDB_REJECTING).mentioning("max_connections")),
        ceiling(
            "a write-ahead log of 5 MB a second",
            () -> SqlEnvironments.slowLog(5_000_000).with(SMALL_BATCHES),
            oneOf(TSDB_STORAGE)),
        ceiling(
            "a lock held by another session",
            () ->
                SqlEnvironments.locked(Duration.ofMillis(40), Duration.ofMillis(10))
                    .with(SMALL_BATCHES),
            oneOf(TSDB_CONTENTION).mentioning("maintenance")),
        watch(
            "a lock that a watched job waits for",
            () ->
                SqlEnvironments.locked(Duration.ofMillis(40), Duration.ofMillis(10))
                    .with(SMALL_BATCHES),
            oneOf(TSDB_CONTENTION).mentioning("maintenance")),
        ceiling(
            "MariaDB with half a core",
            () -> MariaDbEnvironments.quota(0.5).with(SMALL_BATCHES),
            oneOf(TSDB_CPU)),
        ceiling(
            "MariaDB with two connections allowed",
            () -> MariaDbEnvironments.connections(2),
            oneOf(TSDB_REJECTING).mentioning("max_connections")),
        ceiling(
            "MariaDB whose table another session holds",
            () ->
                MariaDbEnvironments.locked(Duration.ofMillis(40), Duration.ofMillis(10))
                    .with(SMALL_BATCHES),
            oneOf(TSDB_CONTENTION).mentioning("LOCK TABLES", "of tidemark (")),
        ceiling(
            "MariaDB with a redo log of 5 MB a second",
            () -> MariaDbEnvironments.slowLog(5_000_000).with(SMALL_BATCHES),
            oneOf(TSDB_STORAGE)),
        // Less than the job takes: a sample costs it twice what it costs this database.
        ceiling(
            "RRDcached with a quarter of a core",
            () -> RRDCACHED.quota(0.25).with(SMALL_BATCHES),
            oneOf(TSDB_CPU)),
        ceiling(
            "RRDcached with a journal of 1 MB a second",
            () -> RRDCACHED.slowLog(1_000_000).with(SMALL_BATCHES),
            oneOf(TSDB_STORAGE)),
        ceiling(
            "RRDcached behind a thin line",
            // A sample has 230 bytes: a body that the simulated line's buffers don't hold, and of
            // which many are answered in a step.
            () ->
                RRDCACHED
                    .behindLine(4 * THIN_BYTES_PER_SECOND)
                    .with("write.batch-samples=4000", "source.datagen.series=1000"),
            oneOf(NETWORK)),
        ceiling(
            "RocksDB with one slot",
            () -> RocksEnvironments.slots(1).with(NO_COMPACTION),
            oneOf(TSDB_SLOTS)),
        ceiling(
            "RocksDB with half a core",
            () -> RocksEnvironments.quota(0.5).with(SMALL_BATCHES),
            oneOf(TSDB_CPU)),
        ceiling(
            "RocksDB whose disk takes 4 MB a second",
            () -> RocksEnvironments.slowDisk(4_000_000).with(SMALL_BATCHES),
            oneOf(TSDB_STORAGE)));
  }

  /** A single series, so one of two subtasks has all the work. */
  private static Environment oneHotKey() {
    return nullServer()
        .with(
            "parallelism=2",
            "source.datagen.shape=grid",
            "source.datagen.grid.metrics=1",
            "source.datagen.grid.tag-keys=1",
            "source.datagen.grid.tag-values=1",
            "amplify.m=1",
            // A single series soon runs through days, and samples of days to come are refused.
            "source.datagen.interval=1ms",
            "amplify.interval=1ms");
  }

  /**
   * Series that are kept fill the heap: a third of a run goes to collections, less is too little.
   */
  private static Environment smallHeap() {
    return nullServer()
        .with("source.datagen.series=200000", "parallelism=2")
        .withJvm("-Xmx230m", "-XX:+UseSerialGC");
  }
}
