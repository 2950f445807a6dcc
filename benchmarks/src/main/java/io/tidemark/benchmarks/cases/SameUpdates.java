package io.tidemark.benchmarks.cases;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends the same updates of many series to any kind of database, by one writer over one connection:
 * a value of each series, then the next value of each.
 *
 * @param steps number of values of each series
 */
record SameUpdates(int steps) {
  static final int PARTITIONS = 2_000;
  static final int NAMES = 10;
  static final int BATCH = 10_000;
  private static final int ROUNDS = 3;

  /**
   * One million updates in total; in one transaction they are one body, which has to fit into the
   * heap.
   */
  private static final int STEPS = 50;

  private static final int SMOKE_STEPS = 3;

  /** A full minute, because some databases store no other times. */
  private static final long START_MILLIS = 1_700_000_040_000L;

  private static final int STEP_MILLIS = 60_000;
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final double MEGABYTE = 1e6;

  /**
   * The result of one run.
   *
   * @param createSeconds seconds until the first value of each series was acknowledged, which
   *     created it; with a single request, until it was encoded
   * @param seconds seconds until all updates were acknowledged
   * @param flushSeconds seconds from then until all were in files, if that comes later
   * @param logBytes growth of the log; 0 if there is none
   */
  record Run(
      double samples,
      double createSeconds,
      double seconds,
      double flushSeconds,
      double clientCpuSeconds,
      double databaseCpuSeconds,
      double diskBytes,
      double logBytes,
      double residentBytes) {
    Run with(double flush, double cpu, double disk, double log, double resident) {
      return new Run(
          samples, createSeconds, seconds, flush, clientCpuSeconds, cpu, disk, log, resident);
    }

    private double wholeSeconds() {
      return seconds + flushSeconds;
    }
  }

  static SameUpdates of(Benchmark.Plan plan) {
    return new SameUpdates(plan.smoke() ? SMOKE_STEPS : STEPS);
  }

  static int rounds(Benchmark.Plan plan) {
    return plan.smoke() ? 1 : Math.min(ROUNDS, plan.effort().rounds());
  }

  long count() {
    return (long) steps * PARTITIONS * NAMES;
  }

  String describe() {
    return "%d updates of %d series (%d partitions of %d names, a step of 60 s), one connection, batches of %d"
        .formatted(count(), PARTITIONS * NAMES, PARTITIONS, NAMES, BATCH);
  }

  /**
   * Writes the updates. The series are prepared before the clock starts.
   *
   * @param atOnce whether to send one request and so one transaction, instead of one for each batch
   */
  Run write(Tsdb kind, TargetConfig target, boolean atOnce) {
    var once = new Amplification(1, 1, STEP_MILLIS, "instance", ValueMode.REPEAT, Layout.SERIES);
    WireFormat format = kind.format(target, once);
    var series = new ArrayList<SeriesTemplate>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      for (int name = 0; name < NAMES; name++) {
        series.add(
            format.template(
                Labels.of(Map.of("__name__", "metric_" + name, "host", "host_" + partition))));
      }
    }
    PayloadBuilder builder = format.newPayloadBuilder();
    try (var client = kind.client(target, new ClientOptions(1, TIMEOUT, "case"))) {
      var threads = ManagementFactory.getThreadMXBean();
      long cpuBefore = threads.getCurrentThreadCpuTime();
      long startNanos = System.nanoTime();
      double createSeconds = 0;
      for (int step = 0; step < steps; step++) {
        for (int i = 0; i < series.size(); i++) {
          builder.append(series.get(i), START_MILLIS + (long) step * STEP_MILLIS, step + i);
          if (!atOnce && builder.sourceSamples() == BATCH) {
            send(client, builder, once);
          }
        }
        createSeconds = step == 0 ? secondsSince(startNanos) : createSeconds;
      }
      if (builder.sourceSamples() > 0) {
        send(client, builder, once);
      }
      double seconds = secondsSince(startNanos);
      long cpuNanos = threads.getCurrentThreadCpuTime() - cpuBefore + client.cpuNanos();
      return new Run(count(), createSeconds, seconds, 0, cpuNanos / 1e9, 0, 0, 0, 0);
    }
  }

  private static double secondsSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private static void send(WriteClient client, PayloadBuilder builder, Amplification all) {
    WriteResult result = client.write(builder.encode(all.all())).join();
    builder.clear();
    if (result.outcome() != ResponseClass.OK) {
      throw new IllegalStateException("not stored: " + result);
    }
  }

  /**
   * @param nothing the same updates discarded; null if this is that row
   */
  static Row row(String name, List<Run> runs, List<Run> nothing) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put(
        JobFigures.THROUGHPUT,
        figure("samples/s", HIGHER, runs, run -> run.samples() / run.wholeSeconds()));
    figures.put("time", figure("s", LOWER, runs, Run::wholeSeconds));
    if (nothing != null) {
      double client = mean(nothing, Run::seconds);
      figures.put("without client", figure("s", LOWER, runs, run -> run.wholeSeconds() - client));
    }
    figures.put(
        JobFigures.CPU,
        figure(JobFigures.CPU_UNIT, LOWER, runs, r -> r.clientCpuSeconds() / r.samples() * 1e6));
    if (nothing != null) {
      figures.put(
          JobFigures.STORE_CPU,
          figure(
              JobFigures.CPU_UNIT, LOWER, runs, r -> r.databaseCpuSeconds() / r.samples() * 1e6));
      figures.put("disk", figure("MB", LOWER, runs, r -> r.diskBytes() / MEGABYTE));
      if (runs.get(0).logBytes() > 0) {
        figures.put("log", figure("MB", LOWER, runs, r -> r.logBytes() / MEGABYTE));
      }
      figures.put(
          "database memory", figure("MB", NEITHER, runs, r -> r.residentBytes() / MEGABYTE));
    }
    return new Row(name, figures);
  }

  /** Returns the row with its parts: creating the series, writing, and flushing to files. */
  static Row rowInParts(String name, List<Run> runs, List<Run> nothing) {
    Row whole = row(name, runs, nothing);
    var figures = new LinkedHashMap<String, Figure>();
    double create = nothing == null ? 0 : mean(nothing, Run::createSeconds);
    figures.put("create", figure("s", LOWER, runs, run -> run.createSeconds() - create));
    figures.put("flush", figure("s", LOWER, runs, Run::flushSeconds));
    figures.putAll(whole.figures());
    return new Row(name, figures);
  }

  private static double mean(List<Run> runs, OfRun value) {
    return runs.stream().mapToDouble(value::of).average().orElseThrow();
  }

  private interface OfRun {
    double of(Run run);
  }

  private static Figure figure(String unit, Figure.Better better, List<Run> runs, OfRun value) {
    return Figure.of(unit, better, runs.stream().map(value::of).toList());
  }
}
