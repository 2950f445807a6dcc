package io.tidemark.benchmarks.cases;

import io.tidemark.benchmarks.cases.SameUpdates.Run;
import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.process.Poll;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same updates of many series into tables of PostgreSQL and TimescaleDB, with one writer and a
 * database for each run; and to a server that discards them, which shows the client's own share.
 */
public final class CaseTimescale implements Benchmark {
  private static final Tsdb KIND = Tsdb.byType("postgresql", CaseTimescale.class.getClassLoader());

  /** Variable with the folder of TimescaleDB's files; without it, its rows are left out. */
  private static final String TIMESCALE = "TIDEMARK_TIMESCALEDB";

  private static final String NOTHING = "nothing (a server that throws away)";

  /**
   * @param atOnce whether all updates are one transaction, instead of one for each batch
   */
  record Case(String name, Map<String, String> options, boolean atOnce) {
    boolean needsTimescale() {
      return options.containsKey("hypertable");
    }
  }

  private static final Map<String, String> PLAIN = Map.of();
  private static final Map<String, String> HYPER = Map.of("hypertable", "true");
  private static final Map<String, String> SEGMENTED =
      Map.of("hypertable", "true", "segment-by", "partition, name");

  static final List<Case> HYPERTABLES =
      List.of(
          new Case("hypertable, segmented, a transaction per batch", SEGMENTED, false),
          new Case("hypertable, segmented, one transaction", SEGMENTED, true),
          new Case("hypertable, a transaction per batch", HYPER, false),
          new Case("hypertable, one transaction", HYPER, true));

  private static final List<Case> TABLE =
      Benchmark.join(
          HYPERTABLES,
          List.of(
              new Case("plain table, one transaction", PLAIN, true),
              new Case(
                  "plain table, no key, a transaction per batch",
                  Map.of("primary-key", "false"),
                  false),
              new Case("plain table, a transaction per batch", PLAIN, false)));

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public String method(Plan plan) {
    return "%s, shape case, key over partition, name and time; %d rounds, each run into a new database, in turn with the others; median ± relative standard deviation. \"Without client\" is the time less that of the same updates written to a server that throws them away."
        .formatted(SameUpdates.of(plan).describe(), SameUpdates.rounds(plan));
  }

  @Override
  public List<Row> run(Plan plan) {
    boolean hasTimescale = hasTimescale(plan);
    List<Case> cases =
        plan.select(TABLE, Case::name).stream()
            .filter(each -> hasTimescale || !each.needsTimescale())
            .toList();
    var runs = new LinkedHashMap<String, List<Run>>();
    plan.progress().accept("warm-up");
    toNothing(SameUpdates.of(plan), false);
    for (int round = 1; round <= SameUpdates.rounds(plan); round++) {
      plan.progress().accept("round %d of %d".formatted(round, SameUpdates.rounds(plan)));
      for (boolean atOnce : new boolean[] {false, true}) {
        add(runs, nothing(atOnce), toNothing(SameUpdates.of(plan), atOnce));
      }
      for (Case each : cases) {
        plan.progress().accept(each.name());
        add(runs, each.name(), toDatabase(SameUpdates.of(plan), each));
      }
    }
    var rows = new ArrayList<Row>();
    for (Case each : cases) {
      rows.add(
          SameUpdates.row(each.name(), runs.get(each.name()), runs.get(nothing(each.atOnce()))));
    }
    rows.add(SameUpdates.row(NOTHING, runs.get(NOTHING), null));
    return rows;
  }

  /** Tells whether TimescaleDB is available, and reports it if not. */
  static boolean hasTimescale(Plan plan) {
    boolean isThere = System.getenv(TIMESCALE) != null;
    if (!isThere) {
      plan.progress().accept(TIMESCALE + " is not set: no hypertables are measured");
    }
    return isThere;
  }

  private static String nothing(boolean atOnce) {
    return atOnce ? NOTHING + ", at once" : NOTHING;
  }

  private static void add(Map<String, List<Run>> runs, String name, Run run) {
    runs.computeIfAbsent(name, first -> new ArrayList<>()).add(run);
  }

  static Run toNothing(SameUpdates updates, boolean atOnce) {
    try (var nothing = KIND.startNullTarget().orElseThrow()) {
      return updates.write(KIND, target(PLAIN).withUrls(List.of(nothing.url())), atOnce);
    }
  }

  static Run toDatabase(SameUpdates updates, Case each) {
    try (OwnedDatabase database =
        KIND.starter().orElseThrow().start(OwnedDatabase.Settings.DEFAULT)) {
      TargetConfig target = database.target(target(each.options()));
      double cpuBefore = database.process().cpuSeconds().orElseThrow();
      try (var probe = KIND.probe(target)) {
        TsdbNode.Storage before = probe.read().nodes().get(0).storage();
        Run run = updates.write(KIND, target, each.atOnce());
        double cpu = database.process().cpuSeconds().orElseThrow() - cpuBefore;
        // The database's sizes of files are up to a few seconds old.
        Poll.pause(Duration.ofSeconds(6));
        TsdbNode after = probe.read().nodes().get(0);
        return run.with(
            0,
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
}
