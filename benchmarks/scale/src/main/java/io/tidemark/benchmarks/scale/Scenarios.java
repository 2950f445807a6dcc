package io.tidemark.benchmarks.scale;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.benchmarks.scale.simulated.Costs;
import io.tidemark.benchmarks.scale.simulated.Outcome;
import io.tidemark.benchmarks.scale.simulated.Setup;
import io.tidemark.benchmarks.scale.simulated.Setup.Checkpointing;
import io.tidemark.benchmarks.scale.simulated.Setup.Cluster;
import io.tidemark.benchmarks.scale.simulated.Setup.Load;
import io.tidemark.benchmarks.scale.simulated.Setup.Store;
import io.tidemark.benchmarks.scale.simulated.Setup.Trouble;
import io.tidemark.benchmarks.scale.simulated.Setup.Writing;
import io.tidemark.benchmarks.scale.simulated.SimulatedJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The table of simulated jobs at 10^8 and 10^9 samples per second. Unless the row says otherwise, a
 * TaskManager has four slots on four cores and 10 Gbit/s, Kafka has as many partitions as there are
 * slots, there are 10 M series, and the database keeps up and answers after 5 ms.
 */
final class Scenarios {
  private static final double TEN_GBIT = 1.25e9;
  private static final long SECOND = Setup.SECOND;
  private static final long SERIES = 10_000_000;
  private static final double STATE_BYTES_PER_SECOND = 100e6;
  private static final Store KEEPS_UP = Store.nothing(5 * Setup.MILLI);
  private static final int SEGMENT_BYTES = 32 << 10;

  /** {@code grouped, repeat, snappy} of results/realism.md; its CPU is taken to be the same. */
  private static final double GROUPED_BYTES = 8.3;

  /** A database that can be full has so many servers of this. */
  private static final double SERVER_SAMPLES_PER_SECOND = 2e6;

  record Scenario(Setup setup, long warmUpNanos, long windowNanos) {}

  private Scenarios() {}

  static List<Scenario> all() {
    var all = new ArrayList<Scenario>();
    all.addAll(hundredMillion());
    all.addAll(thousandMillion());
    all.addAll(skewed());
    all.addAll(checkpoints());
    all.addAll(losses());
    return all;
  }

  private static List<Scenario> hundredMillion() {
    return List.of(
        brief("10^8, M=20, 10 TaskManagers, 16 in flight", job(10, Costs.KAFKA_20, 1e8, 16)),
        brief("10^8, M=20, 10 TaskManagers, 64 in flight", job(10, Costs.KAFKA_20, 1e8, 64)),
        brief("10^8, M=20, 10 TaskManagers, 80 in flight", job(10, Costs.KAFKA_20, 1e8, 80)),
        brief("10^8, M=20, 2 TaskManagers, 64 in flight", job(2, Costs.KAFKA_20, 1e8, 64)),
        brief("10^8, M=6, 3 TaskManagers, 64 in flight", job(3, Costs.KAFKA_6, 1e8, 64)),
        brief("10^8, M=1, 10 TaskManagers, 160 in flight", job(10, Costs.KAFKA_1, 1e8, 160)));
  }

  private static List<Scenario> thousandMillion() {
    Setup backlog = job(100, Costs.KAFKA_20, 0, 4_000).with(cluster(100, 4, 1, SEGMENT_BYTES));
    return List.of(
        brief("10^9, M=20, 100 TaskManagers, 16 in flight", job(100, Costs.KAFKA_20, 1e9, 16)),
        brief("10^9, M=20, 100 TaskManagers, 400 in flight", job(100, Costs.KAFKA_20, 1e9, 400)),
        brief("10^9, M=20, 100 TaskManagers, 800 in flight", job(100, Costs.KAFKA_20, 1e9, 800)),
        brief("10^9, M=20, 16 TaskManagers, 800 in flight", job(16, Costs.KAFKA_20, 1e9, 800)),
        brief(
            "10^9, M=20, 16 TaskManagers, 800 in flight, layout grouped",
            job(16, Costs.KAFKA_20.sending(GROUPED_BYTES), 1e9, 800)),
        brief("10^9, M=6, 24 TaskManagers, 800 in flight", job(24, Costs.KAFKA_6, 1e9, 800)),
        brief("10^9, M=1, 100 TaskManagers, 800 in flight", job(100, Costs.KAFKA_1, 1e9, 800)),
        brief(
            "10^9, M=1, 100 TaskManagers, 64 partitions",
            job(100, Costs.KAFKA_1, 1e9, 800).with(new Load(Costs.KAFKA_1, 1e9, 0, 64, SERIES))),
        brief(
            "10^9, M=20, database of 8 x 10^8",
            job(100, Costs.KAFKA_20, 1e9, 1_600)
                .with(new Store(400, SERVER_SAMPLES_PER_SECOND, 5 * Setup.MILLI, true))),
        brief(
            "backlog, M=20, 100 TaskManagers of 1 core, one at half speed",
            backlog.with(new Trouble(0, 0.5, 0, 0))),
        brief("backlog, M=20, 100 TaskManagers of 1 core, none slow", backlog));
  }

  /** A TaskManager has one slot, so that a subtask with more to do has no neighbour with less. */
  private static List<Scenario> skewed() {
    var all = new ArrayList<Scenario>();
    for (int parallelism : new int[] {90, 100, 120}) {
      all.add(skewed(parallelism, SERIES, "10 M series"));
    }
    all.add(skewed(90, 20_000, "20 k series"));
    return all;
  }

  private static Scenario skewed(int parallelism, long series, String words) {
    return brief(
        "backlog, M=20, %d TaskManagers of one slot, %s".formatted(parallelism, words),
        job(1, Costs.KAFKA_20, 0, 4_000)
            .with(cluster(parallelism, 1, 1, SEGMENT_BYTES))
            .with(new Load(Costs.KAFKA_20, 0, 0, parallelism, series)));
  }

  /** All buffers fill before the first checkpoint, since its barrier waits behind them. */
  private static List<Scenario> checkpoints() {
    var all = new ArrayList<Scenario>();
    for (int taskManagers : new int[] {10, 25, 50, 100}) {
      all.add(checkpoint(taskManagers, SEGMENT_BYTES, false, ""));
    }
    all.add(checkpoint(100, 4 << 10, false, ", buffers of 4 KiB"));
    all.add(checkpoint(100, SEGMENT_BYTES, true, ", unaligned"));
    return all;
  }

  private static Scenario checkpoint(
      int taskManagers, int segmentBytes, boolean unaligned, String words) {
    Setup setup =
        job(taskManagers, Costs.KAFKA_20, 0, 16 * taskManagers)
            .with(cluster(taskManagers, 4, 4, segmentBytes))
            .with(new Checkpointing(10 * SECOND, unaligned, STATE_BYTES_PER_SECOND))
            .with(new Store(4 * taskManagers, SERVER_SAMPLES_PER_SECOND, 5 * Setup.MILLI, true));
    return new Scenario(
        setup.named("checkpoint, database full, %d TaskManagers%s".formatted(taskManagers, words)),
        9 * SECOND,
        41 * SECOND);
  }

  /**
   * A TaskManager is lost two seconds before the second checkpoint, of one every 10 s. Flink
   * notices it after heartbeat.timeout, which is 50 s by default and 10 s in the other rows; 2 s to
   * restart are assumed.
   */
  private static List<Scenario> losses() {
    Setup small = job(10, Costs.KAFKA_20, 1e8, 120);
    return List.of(
        loss(small, 52, "10^8, M=20, 120 in flight"),
        loss(small, 12, "10^8, M=20, 120 in flight"),
        loss(job(10, Costs.KAFKA_20, 1e8, 240), 12, "10^8, M=20, 240 in flight"),
        loss(job(100, Costs.KAFKA_20, 1e9, 1_200), 12, "10^9, M=20, 1200 in flight"));
  }

  private static Scenario loss(Setup base, long outage, String words) {
    int taskManagers = base.cluster().taskManagers();
    return new Scenario(
        base.named(
                "%s, one of %d TaskManagers lost, %d s until all run again"
                    .formatted(words, taskManagers, outage))
            .with(new Checkpointing(10 * SECOND, false, STATE_BYTES_PER_SECOND))
            .with(new Trouble(-1, 1, 18 * SECOND, outage * SECOND)),
        0,
        (18 + outage + 120) * SECOND);
  }

  private static Scenario brief(String name, Setup setup) {
    return new Scenario(setup.named(name), 2 * SECOND, 3 * SECOND);
  }

  private static Setup job(int taskManagers, Costs costs, double samplesPerSecond, int inFlight) {
    Cluster cluster = cluster(taskManagers, 4, 4, SEGMENT_BYTES);
    return new Setup(
        "",
        cluster,
        new Load(costs, samplesPerSecond, 0, cluster.parallelism(), SERIES),
        new Writing(RealJob.BATCH_SAMPLES, inFlight),
        KEEPS_UP,
        Checkpointing.NONE,
        Trouble.NONE,
        1);
  }

  /** Each TaskManager has a host of its own. */
  private static Cluster cluster(int taskManagers, int slots, double cores, int segmentBytes) {
    return new Cluster(taskManagers, slots, 1, cores, TEN_GBIT, 50_000, segmentBytes);
  }

  static List<Row> rows(String only, boolean smoke, Consumer<String> progress) {
    List<Scenario> chosen =
        all().stream().filter(each -> each.setup().name().contains(only)).toList();
    var rows = new ArrayList<Row>();
    for (Scenario each : smoke && !chosen.isEmpty() ? chosen.subList(0, 1) : chosen) {
      progress.accept(each.setup().name());
      Outcome outcome = SimulatedJob.run(each.setup(), each.warmUpNanos(), each.windowNanos());
      rows.add(row(each.setup(), outcome));
    }
    return rows;
  }

  private static Row row(Setup setup, Outcome outcome) {
    var figures = new LinkedHashMap<String, Figure>();
    Check.put(figures, "throughput", "samples/s", outcome.samplesPerSecond());
    Check.put(figures, "source blocked", "%", 100 * outcome.sourceBlocked());
    Check.put(figures, "cores", "%", 100 * outcome.cores());
    Check.put(figures, "amplifier", "%", 100 * outcome.amplifier());
    Check.put(figures, "network", "%", 100 * outcome.link());
    Check.put(figures, "permits", "%", 100 * outcome.permits());
    Check.put(figures, "skew", "max ÷ mean", outcome.skew());
    if (outcome.checkpoints() > 0) {
      Check.put(figures, "checkpoint", "s", outcome.checkpointSeconds());
      Check.put(figures, "state", "MB", outcome.checkpointBytes() / 1e6);
    }
    if (outcome.loss() != null) {
      Check.put(figures, "replayed", "samples", outcome.loss().replayed());
      Check.put(figures, "written twice", "samples", outcome.loss().writtenTwice());
      Check.put(figures, "caught up after", "s", outcome.loss().caughtUpSeconds());
    }
    // A job that catches up wants all that it can get.
    double wanted = outcome.loss() == null ? setup.load().samplesPerSecond() : 0;
    return new Row(
        "simulated, " + setup.name(), figures, Map.of("limit", outcome.limit(wanted).words()));
  }
}
