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
 * Runs real jobs on this host's two cores beside their simulations: on 1, 2 and 4 TaskManagers of
 * two slots each, as fast as they can, and bounded by a server that answers late. What a sample
 * costs is taken from the first real job; the model predicts the rest.
 */
final class Check {
  static final Duration WARM_UP = Duration.ofSeconds(30);
  static final Duration SHORT_WARM_UP = Duration.ofSeconds(8);
  static final Duration WINDOW = Duration.ofSeconds(18);

  private static final int SLOTS = 2;
  private static final Duration LATENCY = Duration.ofMillis(200);
  private static final long SECOND = Setup.SECOND;

  /** Loopback carries more than any of these jobs sends. */
  private static final double LOOPBACK_BYTES_PER_SECOND = 4e9;

  private static final List<Case> CASES =
      List.of(
          new Case(1, Bound.NOTHING, false),
          new Case(2, Bound.NOTHING, false),
          new Case(4, Bound.NOTHING, false),
          new Case(1, Bound.LATE, false),
          new Case(2, Bound.LATE, false),
          new Case(4, Bound.LATE, false),
          new Case(4, Bound.FEW, false),
          new Case(2, Bound.LATE, true));

  private final Consumer<String> progress;
  private Costs costs = Costs.GENERATED_20;

  /** What bounds a job's writers. */
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

    /**
     * Each JVM compiles its own code, on cores that they share. A job that waits for answers does
     * not need compiled code.
     */
    private Duration warmUp(int taskManagers) {
      return this == NOTHING ? WARM_UP.multipliedBy(taskManagers) : SHORT_WARM_UP;
    }
  }

  private record Case(int taskManagers, Bound bound, boolean unaligned) {
    private String name() {
      return "real, TaskManagers: %d, %s%s"
          .formatted(taskManagers, bound.words, unaligned ? ", unaligned" : "");
    }
  }

  Check(Consumer<String> progress) {
    this.progress = progress;
  }

  /**
   * @param only a part of the names of the rows; without the first row a sample costs what it did
   *     when {@link Costs} were measured
   */
  List<Row> rows(String only) {
    return CASES.stream().filter(each -> each.name().contains(only)).map(this::row).toList();
  }

  private Row row(Case job) {
    progress.accept(job.name());
    RealJob.Measured real = measure(job);
    progress.accept(real.toString());
    if (job.equals(CASES.get(0))) {
      costs = Costs.GENERATED_20.scaledTo(real.cpuNanos());
    }
    Outcome simulated = simulate(job);
    var figures = new LinkedHashMap<String, Figure>();
    put(figures, "throughput", "samples/s", real.samplesPerSecond());
    put(figures, "predicted", "samples/s", simulated.samplesPerSecond());
    put(figures, "CPU", "s per million", real.cpuNanos() / 1e3);
    put(figures, "source blocked", "%", 100 * real.sourceBlocked());
    put(figures, "predicted blocked", "%", 100 * simulated.sourceBlocked());
    ratio(figures, "throughput", simulated.samplesPerSecond(), real.samplesPerSecond());
    if (!real.checkpointSeconds().isEmpty()) {
      double seconds =
          real.checkpointSeconds().stream().mapToDouble(each -> each).average().orElseThrow();
      put(figures, "checkpoint", "s", seconds);
      put(figures, "predicted checkpoint", "s", simulated.checkpointSeconds());
      ratio(figures, "checkpoint", simulated.checkpointSeconds(), seconds);
    }
    return new Row(job.name(), figures);
  }

  static void put(Map<String, Figure> figures, String name, String unit, double value) {
    figures.put(name, Figure.of(unit, NEITHER, List.of(value)));
  }

  private static void ratio(
      Map<String, Figure> figures, String name, double predicted, double measured) {
    put(figures, name + " predicted ÷ measured", Figure.RATIO, predicted / measured);
  }

  private RealJob.Measured measure(Case of) {
    var settings = new ArrayList<>(List.of("checkpoint.interval=5s"));
    if (of.unaligned) {
      settings.add("flink={execution.checkpointing.unaligned.enabled: true}");
    }
    try (var job = new RealJob(of.taskManagers, SLOTS, progress)) {
      if (of.bound == Bound.NOTHING) {
        settings.add("target.type=null");
        return job.run(of.bound.warmUp(of.taskManagers), WINDOW, settings);
      }
      try (var server = new LateServer(LATENCY)) {
        settings.add("target.urls=[" + server.url() + "]");
        settings.add("write.in-flight=" + of.bound.inFlight);
        return job.run(of.bound.warmUp(of.taskManagers), WINDOW, settings);
      }
    }
  }

  /** Simulates the same job, without the JobManager and the server that share its cores. */
  private Outcome simulate(Case of) {
    int hosted = of.taskManagers;
    boolean late = of.bound != Bound.NOTHING;
    var setup =
        new Setup(
            "check",
            new Setup.Cluster(
                hosted, SLOTS, hosted, 2, LOOPBACK_BYTES_PER_SECOND, 50_000, 32 << 10),
            new Setup.Load(costs, 0, 0, hosted * SLOTS, 20_000),
            new Setup.Writing(RealJob.BATCH_SAMPLES, of.bound.inFlight),
            Setup.Store.nothing(late ? LATENCY.toNanos() : 0),
            new Setup.Checkpointing(5 * SECOND, of.unaligned, 100e6),
            Setup.Trouble.NONE,
            1);
    return SimulatedJob.run(setup, 20 * SECOND, 40 * SECOND);
  }
}
