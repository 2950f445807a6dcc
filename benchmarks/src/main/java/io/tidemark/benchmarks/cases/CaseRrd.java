package io.tidemark.benchmarks.cases;

import io.tidemark.benchmarks.cases.SameUpdates.Run;
import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.process.FolderCopy;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.rrdcached.OwnedRrdcached;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same updates into files of RRDcached and into hypertables of TimescaleDB, timed until they
 * are on disk, without the client's own share.
 */
public final class CaseRrd implements Benchmark {
  private static final Tsdb KIND = Tsdb.byType("rrdcached", CaseRrd.class.getClassLoader());
  private static final String RRDCACHED = "RRDcached";
  private static final String NOTHING = "nothing, by %s protocol";
  private static final String RRD_NOTHING = NOTHING.formatted("RRDcached's");
  private static final String SQL_NOTHING = NOTHING.formatted("PostgreSQL's");
  private static final String SQL_NOTHING_AT_ONCE = SQL_NOTHING + ", one transaction";

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public String method(Plan plan) {
    return "%s; %d rounds, each run into a new database, in turn with the others; median ± relative standard deviation. Create: until the first value of each series was acknowledged, less that of nothing. Flush: from the last acknowledgement until FLUSHALL had written all files; a transaction is on disk when it is acknowledged. \"Without client\" is the whole time less that of the same updates written to a server that throws them away."
        .formatted(SameUpdates.of(plan).describe(), SameUpdates.rounds(plan));
  }

  @Override
  public List<Row> run(Plan plan) {
    SameUpdates updates = SameUpdates.of(plan);
    List<CaseTimescale.Case> hypertables =
        CaseTimescale.hasTimescale(plan)
            ? plan.select(CaseTimescale.HYPERTABLES, CaseTimescale.Case::name)
            : List.of();
    boolean withFiles = plan.rows().test(RRDCACHED);
    if (!withFiles && hypertables.isEmpty()) {
      return List.of();
    }
    var runs = new LinkedHashMap<String, List<Run>>();
    plan.progress().accept("warm-up");
    toNothing(updates);
    CaseTimescale.toNothing(updates, false);
    for (int round = 1; round <= SameUpdates.rounds(plan); round++) {
      plan.progress().accept("round %d of %d".formatted(round, SameUpdates.rounds(plan)));
      add(runs, RRD_NOTHING, toNothing(updates));
      add(runs, SQL_NOTHING, CaseTimescale.toNothing(updates, false));
      add(runs, SQL_NOTHING_AT_ONCE, CaseTimescale.toNothing(updates, true));
      if (withFiles) {
        plan.progress().accept(RRDCACHED);
        add(runs, RRDCACHED, toFiles(updates));
      }
      for (CaseTimescale.Case each : hypertables) {
        plan.progress().accept(each.name());
        add(runs, each.name(), CaseTimescale.toDatabase(updates, each));
      }
    }
    var rows = new ArrayList<Row>();
    if (withFiles) {
      rows.add(row(RRDCACHED, runs, RRD_NOTHING));
    }
    for (CaseTimescale.Case each : hypertables) {
      rows.add(row(each.name(), runs, each.atOnce() ? SQL_NOTHING_AT_ONCE : SQL_NOTHING));
    }
    rows.add(SameUpdates.row(RRD_NOTHING, runs.get(RRD_NOTHING), null));
    rows.add(SameUpdates.row(SQL_NOTHING, runs.get(SQL_NOTHING), null));
    return rows;
  }

  private static Row row(String name, Map<String, List<Run>> runs, String nothing) {
    return SameUpdates.rowInParts(name, runs.get(name), runs.get(nothing));
  }

  private static void add(Map<String, List<Run>> runs, String name, Run run) {
    runs.computeIfAbsent(name, first -> new ArrayList<>()).add(run);
  }

  private static Run toNothing(SameUpdates updates) {
    try (var nothing = KIND.startNullTarget().orElseThrow()) {
      return updates.write(
          KIND, TargetConfig.of(KIND.type()).withUrls(List.of(nothing.url())), false);
    }
  }

  private static Run toFiles(SameUpdates updates) {
    try (var daemon = OwnedRrdcached.start(OwnedDatabase.Settings.DEFAULT)) {
      TargetConfig target = daemon.target(TargetConfig.of(KIND.type()));
      double cpuBefore = daemon.process().cpuSeconds().orElseThrow();
      try (var probe = KIND.probe(target)) {
        Run run = updates.write(KIND, target, false);
        long acknowledged = System.nanoTime();
        daemon.flush();
        double flush = (System.nanoTime() - acknowledged) / 1e9;
        return run.with(
            flush,
            daemon.process().cpuSeconds().orElseThrow() - cpuBefore,
            FolderCopy.bytes(daemon.base()),
            0,
            probe.read().nodes().get(0).residentBytes().orElseThrow());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
