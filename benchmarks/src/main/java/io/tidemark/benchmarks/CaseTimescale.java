package io.tidemark.benchmarks;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.process.Poll;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same updates of many series into tables of PostgreSQL and TimescaleDB, one writer, each run
 * into a database of its own; and written to nothing, which is the client's own share.
 */
final class CaseTimescale implements Benchmark {
  private static final Tsdb KIND = Tsdb.byType("postgresql", CaseTimescale.class.getClassLoader());

  /** Where TimescaleDB's files are; without them its rows are left out. */
  private static final String TIMESCALE = "TIDEMARK_TIMESCALEDB";

  private static final int PARTITIONS = 2_000;
  private static final int NAMES = 10;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final int STEP_MILLIS = 60_000;
  private static final int BATCH = 10_000;
  private static final int ROUNDS = 3;

  /** A million updates: as one transaction they are one body, which the heap must hold. */
  private static final int STEPS = 50;

  private static final int SMOKE_STEPS = 3;
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final double MEGABYTE = 1e6;
  private static final String NOTHING = "nothing (a server that throws away)";

  /**
   * @param atOnce whether all updates are one transaction; else each batch is
   */
  private record Case(String name, Map<String, String> options, boolean atOnce) {
    boolean needsTimescale() {
      return options.containsKey("hypertable");
    }
  }

  private static final Map<String, String> PLAIN = Map.of();
  private static final Map<String, String> HYPER = Map.of("hypertable", "true");
  private static final Map<String, String> SEGMENTED =
      Map.of("hypertable", "true", "segment-by", "partition, name");

  private static final List<Case> TABLE =
      List.of(
          new Case("hypertable, segmented, a transaction per batch", SEGMENTED, false),
          new Case("hypertable, segmented, one transaction", SEGMENTED, true),
          new Case("hypertable, a transaction per batch", HYPER, false),
          new Case("hypertable, one transaction", HYPER, true),
          new Case("plain table, one transaction", PLAIN, true),
          new Case(
              "plain table, no key, a transaction per batch",
              Map.of("primary-key", "false"),
              false),
          new Case("plain table, a transaction per batch", PLAIN, false));

  /** What one run took. */
  private record Run(
      double samples,
      double seconds,
      double clientCpuSeconds,
      double databaseCpuSeconds,
      double diskBytes,
      double logBytes,
      double residentBytes) {}

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public String method(Plan plan) {
    return "%d updates of %d series (%d partitions of %d names, a step of 60 s), shape case, key over partition, name and time, one connection, batches of %d; %d rounds, each run into a new database, in turn with the others; median ± relative standard deviation. \"Without client\" is the time less that of the same updates written to a server that throws them away."
        .formatted(updates(plan), PARTITIONS * NAMES, PARTITIONS, NAMES, BATCH, rounds(plan));
  }

  private static int steps(Plan plan) {
    return plan.smoke() ? SMOKE_STEPS : STEPS;
  }

  private static long updates(Plan plan) {
    return (long) steps(plan) * PARTITIONS * NAMES;
  }

  private static int rounds(Plan plan) {
    return plan.smoke() ? 1 : Math.min(ROUNDS, plan.effort().rounds());
  }

  @Override
  public List<Row> run(Plan plan) {
    boolean hasTimescale = System.getenv(TIMESCALE) != null;
    if (!hasTimescale) {
      plan.progress().accept(TIMESCALE + " is not set: no hypertables are measured");
    }
    List<Case> cases =
        plan.select(TABLE, Case::name).stream()
            .filter(each -> hasTimescale || !each.needsTimescale())
            .toList();
    var runs = new LinkedHashMap<String, List<Run>>();
    plan.progress().accept("warm-up");
    toNothing(plan, false);
    for (int round = 1; round <= rounds(plan); round++) {
      plan.progress().accept("round %d of %d".formatted(round, rounds(plan)));
      for (boolean atOnce : new boolean[] {false, true}) {
        add(runs, nothing(atOnce), toNothing(plan, atOnce));
      }
      for (Case each : cases) {
        plan.progress().accept(each.name());
        add(runs, each.name(), toDatabase(plan, each));
      }
    }
    var rows = new ArrayList<Row>();
    for (Case each : cases) {
      rows.add(row(each.name(), runs.get(each.name()), runs.get(nothing(each.atOnce()))));
    }
    rows.add(row(NOTHING, runs.get(NOTHING), null));
    return rows;
  }

  private static String nothing(boolean atOnce) {
    return atOnce ? NOTHING + ", at once" : NOTHING;
  }

  private static void add(Map<String, List<Run>> runs, String name, Run run) {
    runs.computeIfAbsent(name, first -> new ArrayList<>()).add(run);
  }

  private Run toNothing(Plan plan, boolean atOnce) {
    try (var nothing = KIND.startNullTarget().orElseThrow()) {
      return write(plan, target(PLAIN).withUrls(List.of(nothing.url())), atOnce);
    }
  }

  private Run toDatabase(Plan plan, Case each) {
    try (OwnedDatabase database =
        KIND.starter().orElseThrow().start(OwnedDatabase.Settings.DEFAULT)) {
      TargetConfig target = database.target(target(each.options()));
      double cpuBefore = database.process().cpuSeconds().orElseThrow();
      try (var probe = KIND.probe(target)) {
        TsdbNode.Storage before = probe.read().nodes().get(0).storage();
        Run run = write(plan, target, each.atOnce());
        double cpu = database.process().cpuSeconds().orElseThrow() - cpuBefore;
        // What it says of its files is a few seconds old at most.
        Poll.pause(Duration.ofSeconds(6));
        TsdbNode after = probe.read().nodes().get(0);
        return new Run(
            run.samples(),
            run.seconds(),
            run.clientCpuSeconds(),
            cpu,
            after.storage().diskBytes().orElseThrow() - before.diskBytes().orElseThrow(),
            after.storage().logBytes().orElseThrow() - before.logBytes().orElseThrow(),
            after.residentBytes().orElseThrow());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TargetConfig target(Map<String, String> options) {
    TargetConfig target = TargetConfig.of(KIND.type()).withOption("shape", "case");
    for (Map.Entry<String, String> option : options.entrySet()) {
      target = target.withOption(option.getKey(), option.getValue());
    }
    return target;
  }

  /** The series are made ready before the clock starts. */
  private static Run write(Plan plan, TargetConfig target, boolean atOnce) {
    var once = new Amplification(1, 1, STEP_MILLIS, "instance", ValueMode.REPEAT, Layout.TIME);
    WireFormat format = KIND.format(target, once);
    var series = new ArrayList<SeriesTemplate>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      for (int name = 0; name < NAMES; name++) {
        series.add(
            format.template(
                Labels.of(Map.of("__name__", "metric_" + name, "host", "host_" + partition))));
      }
    }
    PayloadBuilder builder = format.newPayloadBuilder();
    try (var client = KIND.client(target, new ClientOptions(1, TIMEOUT, "case"))) {
      var threads = ManagementFactory.getThreadMXBean();
      long cpuBefore = threads.getCurrentThreadCpuTime();
      long startNanos = System.nanoTime();
      for (int step = 0; step < steps(plan); step++) {
        for (int i = 0; i < series.size(); i++) {
          builder.append(series.get(i), START_MILLIS + (long) step * STEP_MILLIS, step + i);
          if (!atOnce && builder.sourceSamples() == BATCH) {
            send(client, builder, once);
          }
        }
      }
      if (builder.sourceSamples() > 0) {
        send(client, builder, once);
      }
      double seconds = (System.nanoTime() - startNanos) / 1e9;
      long cpuNanos = threads.getCurrentThreadCpuTime() - cpuBefore + client.cpuNanos();
      return new Run(updates(plan), seconds, cpuNanos / 1e9, 0, 0, 0, 0);
    }
  }

  private static void send(WriteClient client, PayloadBuilder builder, Amplification all) {
    WriteResult result = client.write(builder.encode(all.all())).join();
    builder.clear();
    if (result.outcome() != ResponseClass.OK) {
      throw new IllegalStateException("not stored: " + result);
    }
  }

  /**
   * @param nothing the same, written to nothing; null for that itself
   */
  private static Row row(String name, List<Run> runs, List<Run> nothing) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put(
        JobFigures.THROUGHPUT, figure("samples/s", HIGHER, runs, r -> r.samples() / r.seconds()));
    figures.put("time", figure("s", LOWER, runs, Run::seconds));
    if (nothing != null) {
      double client = nothing.stream().mapToDouble(Run::seconds).average().orElseThrow();
      figures.put("without client", figure("s", LOWER, runs, r -> r.seconds() - client));
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
      figures.put("log", figure("MB", LOWER, runs, r -> r.logBytes() / MEGABYTE));
      figures.put(
          "database memory", figure("MB", NEITHER, runs, r -> r.residentBytes() / MEGABYTE));
    }
    return new Row(name, figures);
  }

  private interface OfRun {
    double of(Run run);
  }

  private static Figure figure(String unit, Figure.Better better, List<Run> runs, OfRun value) {
    return Figure.of(unit, better, runs.stream().map(value::of).toList());
  }
}
