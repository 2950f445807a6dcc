package io.tidemark.benchmarks.scale;

import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.benchmarks.scale.simulated.Costs;
import io.tidemark.benchmarks.scale.simulated.Outcome;
import io.tidemark.benchmarks.scale.simulated.Setup;
import io.tidemark.benchmarks.scale.simulated.SimulatedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The model beside real jobs on this host's two cores: 1, 2 and 4 TaskManagers of two slots each,
 * as fast as they can, and where a late answer bounds them. What a sample costs is taken from the
 * first real job; the rest is predicted.
 */
final class Check {
  static final String PREDICTED = "predicted ÷ measured";

  private static final int SLOTS = 2;
  private static final Duration LATENCY = Duration.ofMillis(200);
  static final Duration WARM_UP = Duration.ofSeconds(30);
  static final Duration SHORT_WARM_UP = Duration.ofSeconds(8);
  static final Duration WINDOW = Duration.ofSeconds(18);
  private static final long SECOND = Setup.SECOND;

  /** What loopback carries is not what bounds these. */
  private static final double LOOPBACK = 4e9;

  private final Consumer<String> progress;
  private double cpuNanos;

  /** How a job's writers are bounded. */
  private enum Bound {
    NOTHING("to nothing", 16),
    LATE("8 in flight, answers after 200 ms", 8),
    FEW("3 in flight, answers after 200 ms", 3);

    private final String words;
    private final int inFlight;

    Bound(String words, int inFlight) {
      this.words = words;
      this.inFlight = inFlight;
    }

    /** Only who computes all the time needs all that the compiler can do. */
    private Duration warmUp() {
      return this == NOTHING ? WARM_UP : SHORT_WARM_UP;
    }
  }

  Check(Consumer<String> progress) {
    this.progress = progress;
  }

  /**
   * @param only rows whose names contain this
   */
  List<Row> rows(String only) {
    var rows = new ArrayList<Row>();
    for (int taskManagers : new int[] {1, 2, 4}) {
      rows.add(row(taskManagers, Bound.NOTHING, false, only));
    }
    for (int taskManagers : new int[] {1, 2, 4}) {
      rows.add(row(taskManagers, Bound.LATE, false, only));
    }
    rows.add(row(4, Bound.FEW, false, only));
    rows.add(row(2, Bound.LATE, true, only));
    rows.removeIf(row -> row.figures().isEmpty());
    return rows;
  }

  private Row row(int taskManagers, Bound bound, boolean unaligned, String only) {
    String name =
        "real, TaskManagers: %d, %s%s"
            .formatted(taskManagers, bound.words, unaligned ? ", unaligned" : "");
    if (!name.contains(only)) {
      return new Row(name, Map.of());
    }
    progress.accept(name);
    RealJob.Measured real = measure(taskManagers, bound, unaligned);
    progress.accept(real.toString());
    if (bound == Bound.NOTHING && taskManagers == 1) {
      cpuNanos = real.cpuNanos();
    }
    Outcome simulated = simulate(taskManagers, bound, unaligned);
    var figures = new LinkedHashMap<String, Figure>();
    put(figures, "throughput", "samples/s", real.samplesPerSecond());
    put(figures, "predicted", "samples/s", simulated.samplesPerSecond());
    put(figures, "CPU", "s per million", real.cpuNanos() / 1e3);
    put(figures, "source blocked", "%", 100 * real.sourceBlocked());
    put(figures, "predicted blocked", "%", 100 * simulated.sourceBlocked());
    ratio(
        figures, "throughput " + PREDICTED, simulated.samplesPerSecond(), real.samplesPerSecond());
    if (!real.checkpointSeconds().isEmpty()) {
      double seconds =
          real.checkpointSeconds().stream().mapToDouble(each -> each).average().orElseThrow();
      put(figures, "checkpoint", "s", seconds);
      put(figures, "predicted checkpoint", "s", simulated.checkpointSeconds());
      ratio(figures, "checkpoint " + PREDICTED, simulated.checkpointSeconds(), seconds);
    }
    return new Row(name, figures);
  }

  static void put(Map<String, Figure> figures, String name, String unit, double value) {
    figures.put(name, Figure.of(unit, NEITHER, List.of(value)));
  }

  private static void ratio(Map<String, Figure> figures, String name, double above, double below) {
    put(figures, name, Figure.RATIO, above / below);
  }

  private RealJob.Measured measure(int taskManagers, Bound bound, boolean unaligned) {
    var settings = new ArrayList<>(List.of("checkpoint.interval=5s"));
    if (unaligned) {
      settings.add("flink={execution.checkpointing.unaligned.enabled: true}");
    }
    try (var job = new RealJob(taskManagers, SLOTS, progress)) {
      if (bound == Bound.NOTHING) {
        settings.add("target.type=null");
        return job.run(bound.warmUp(), WINDOW, settings);
      }
      try (var server = new LateServer(LATENCY)) {
        settings.add("target.urls=[" + server.url() + "]");
        settings.add("write.in-flight=" + bound.inFlight);
        return job.run(bound.warmUp(), WINDOW, settings);
      }
    }
  }

  /** The same job; its cores also run JobManager and server, which are not in it. */
  private Outcome simulate(int taskManagers, Bound bound, boolean unaligned) {
    Costs costs = cpuNanos > 0 ? Costs.GENERATED_20.scaledTo(cpuNanos) : Costs.GENERATED_20;
    int parallelism = taskManagers * SLOTS;
    boolean late = bound != Bound.NOTHING;
    var setup =
        new Setup(
            "check",
            new Setup.Cluster(taskManagers, SLOTS, taskManagers, 2, LOOPBACK, 50_000, 32 << 10),
            new Setup.Load(costs, 0, 0, parallelism, 20_000),
            new Setup.Writing(RealJob.BATCH_SAMPLES, bound.inFlight),
            Setup.Store.nothing(late ? LATENCY.toNanos() : 0),
            new Setup.Checkpointing(5 * SECOND, unaligned, 100e6),
            Setup.Trouble.NONE,
            1);
    return SimulatedJob.run(setup, 20 * SECOND, 40 * SECOND);
  }
}
