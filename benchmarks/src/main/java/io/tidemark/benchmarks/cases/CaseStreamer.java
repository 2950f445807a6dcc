package io.tidemark.benchmarks.cases;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.ignite.LongStream;
import io.tidemark.sink.ignite.OwnedIgnite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;

/**
 * One long stream into Ignite, page by page: its duration, and how evenly rows are done, depending
 * on the page size and the number of a partition's pages in flight.
 */
public final class CaseStreamer implements Benchmark {
  private static final int ROWS = 400_000;
  private static final int SMOKE_ROWS = 20_000;
  private static final int PARTITIONS = 4;
  private static final int PAYLOAD_BYTES = 1_024;
  private static final Duration INTERVAL = Duration.ofMillis(200);
  private static final Duration REPORTED_WITHIN = Duration.ofMillis(1_500);
  private static final String UNEVEN = "deviation of 200 ms";

  /** The beginning of a warning in the format of java.util.logging. */
  private static final Pattern WARNING = Pattern.compile("^(WARNING|SEVERE): ", Pattern.MULTILINE);

  private static final Pattern LEASE = Pattern.compile("Lease update invocation failed");
  private static final Pattern CHECKPOINT =
      Pattern.compile("Checkpoint finished \\[.*?totalTime=(\\d+)ms");

  /** Makes the server write its metrics into its log as well. */
  private static final Settings REPORTING =
      Settings.arguments(
          "ignite.metrics.exporters.log={exporterName=logPush,periodMillis=500,enabledMetrics=[\"storage.aipersist*\"]}");

  private static final Pattern HELD_UP = Pattern.compile("TotalThrottlingTime=(\\d+)");

  /**
   * @param indexFirst whether the index is created before the rows
   */
  private record Case(int page, int parallel, boolean indexFirst) {
    String name() {
      return "page %d × %d, index %s".formatted(page, parallel, indexFirst ? "before" : "after");
    }

    double inFlightBytes() {
      return (double) page * parallel * PARTITIONS * PAYLOAD_BYTES;
    }
  }

  private static final Case FIRST = new Case(500, 8, true);
  private static final Case ONE = new Case(1_000, 1, true);
  private static final Case FOUR = new Case(1_000, 4, true);
  private static final List<Case> TABLE =
      List.of(
          FIRST,
          new Case(500, 8, false),
          new Case(5_000, 4, true),
          new Case(5_000, 4, false),
          ONE,
          FOUR);

  /**
   * The result of one run.
   *
   * @param warnings number of warnings; this and all later values count from the first row
   * @param heldUpSeconds time for which checkpoints held up writers
   */
  private record Run(
      double seconds,
      double indexSeconds,
      double deviation,
      double cpuSeconds,
      double warnings,
      double leaseFailures,
      double checkpointSeconds,
      double heldUpSeconds) {}

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public Effort effort() {
    return new Effort(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1), 3);
  }

  private static int rows(Plan plan) {
    return plan.smoke() ? SMOKE_ROWS : ROWS;
  }

  private static int rounds(Plan plan) {
    return plan.smoke() ? 1 : plan.effort().rounds();
  }

  @Override
  public String method(Plan plan) {
    return "One stream of %,d rows of 1 KB, fed by its demand, into a table of %d partitions; %d round(s), each row of this table into an Ignite of its own, in turn with the others; median ± relative standard deviation. In flight: page × parallel × partitions × 1 KB. Deviation: relative standard deviation of the rows that were done in each 200 ms, without the first fifth; equal batches that complete independently would have it ∝ 1/√parallel: halved from × 1 to × 4. An index that is built after the rows counts in the time. Warnings (of them: of leases that could not be renewed) and checkpoints are those that the server logged since the first row; held up: how long its checkpoints made writers wait, of all its threads together (metric TotalThrottlingTime)."
        .formatted(rows(plan), PARTITIONS, rounds(plan));
  }

  @Override
  public List<Row> run(Plan plan) {
    var runs = new LinkedHashMap<Case, List<Run>>();
    for (int round = 1; round <= rounds(plan); round++) {
      for (Case each : plan.select(TABLE, Case::name)) {
        plan.progress().accept("round %d: %s".formatted(round, each.name()));
        runs.computeIfAbsent(each, first -> new ArrayList<>()).add(run(each, rows(plan)));
      }
    }
    var rows = new ArrayList<Row>();
    runs.forEach((each, its) -> rows.add(row(each, its, rows(plan))));
    for (Case each : TABLE) {
      if (each != FIRST) {
        Row.ratio(
                "%s ÷ %s".formatted(each.name(), FIRST.name()),
                JobFigures.THROUGHPUT,
                rows,
                each.name(),
                FIRST.name())
            .ifPresent(rows::add);
      }
    }
    String name = "%s ÷ × %d".formatted(ONE.name(), FOUR.parallel());
    Row.ratio(name, UNEVEN, rows, ONE.name(), FOUR.name()).ifPresent(rows::add);
    return rows;
  }

  private static Run run(Case each, int rows) {
    try (var database = OwnedIgnite.start(REPORTING)) {
      TargetConfig target =
          database
              .target(TargetConfig.of("ignite"))
              .withOption("partitions", Integer.toString(PARTITIONS))
              .withOption("payload-bytes", Integer.toString(PAYLOAD_BYTES))
              .withOption("page-size", Integer.toString(each.page()))
              .withOption("parallel-operations", Integer.toString(each.parallel()));
      try (var stream = new LongStream(target)) {
        if (each.indexFirst()) {
          stream.index();
        }
        double cpuBefore = database.process().cpuSeconds().orElseThrow();
        int logBefore = log(database).length();
        long began = System.nanoTime();
        List<Integer> done = stream.write(rows, INTERVAL);
        double seconds = (System.nanoTime() - began) / 1e9;
        if (!each.indexFirst()) {
          stream.index();
        }
        double all = (System.nanoTime() - began) / 1e9;
        double cpu = database.process().cpuSeconds().orElseThrow() - cpuBefore;
        if (stream.stored() != rows) {
          throw new RunException(
              "%s: not all is stored [rows=%d, stored=%d]"
                  .formatted(each.name(), rows, stream.stored()));
        }
        Poll.pause(REPORTED_WITHIN);
        String log = log(database).substring(logBefore);
        return new Run(
            all,
            all - seconds,
            deviation(done),
            cpu,
            WARNING.matcher(log).results().count(),
            LEASE.matcher(log).results().count(),
            most(CHECKPOINT, log).orElse(0) / 1e3,
            // Without a report this value is unknown, and the run fails.
            most(HELD_UP, log).orElseThrow() / 1e3);
      }
    } catch (ExecutionException e) {
      throw new RunException("%s: %s".formatted(each.name(), e.getCause()), e);
    } catch (InterruptedException e) {
      throw new RunException("interrupted", e);
    }
  }

  /**
   * Returns the relative deviation without the first fifth, in which classes are loaded and buffers
   * fill.
   */
  private static double deviation(List<Integer> done) {
    List<Double> warm =
        done.subList(done.size() / 5, done.size()).stream().map(Integer::doubleValue).toList();
    return warm.isEmpty() ? 0 : Figure.of("", NEITHER, warm).spread();
  }

  /** Returns what the server has printed, which is its log. */
  private static String log(OwnedIgnite database) {
    try {
      return Files.readString(Path.of("/proc/%d/fd/1".formatted(database.process().pid())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OptionalDouble most(Pattern number, String log) {
    return number.matcher(log).results().mapToDouble(r -> Double.parseDouble(r.group(1))).max();
  }

  private static Row row(Case each, List<Run> runs, int rows) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put(
        JobFigures.THROUGHPUT, figure("samples/s", HIGHER, runs, run -> rows / run.seconds()));
    figures.put("time", figure("s", LOWER, runs, Run::seconds));
    figures.put("of it the index", figure("s", LOWER, runs, Run::indexSeconds));
    figures.put("in flight", figure("MB", NEITHER, runs, run -> each.inFlightBytes() / 1e6));
    figures.put(UNEVEN, figure("%", LOWER, runs, run -> 100 * run.deviation()));
    figures.put(
        JobFigures.STORE_CPU,
        figure(JobFigures.CPU_UNIT, LOWER, runs, run -> run.cpuSeconds() / rows * 1e6));
    figures.put("warnings", figure("lines", LOWER, runs, Run::warnings));
    figures.put("of them leases", figure("lines", LOWER, runs, Run::leaseFailures));
    figures.put("longest checkpoint", figure("s", LOWER, runs, Run::checkpointSeconds));
    figures.put("held up by checkpoints", figure("s", LOWER, runs, Run::heldUpSeconds));
    return new Row(each.name(), figures);
  }

  private interface OfRun {
    double of(Run run);
  }

  private static Figure figure(String unit, Figure.Better better, List<Run> runs, OfRun value) {
    return Figure.of(unit, better, runs.stream().map(value::of).toList());
  }
}
