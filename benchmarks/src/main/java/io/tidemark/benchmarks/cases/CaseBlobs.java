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
import io.tidemark.process.RunException;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.rocksdb.OwnedRocksDb;
import io.tidemark.statistics.Stability;
import io.tidemark.testing.DiskLimit;
import io.tidemark.testing.ScrapedPage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Random inserts into RocksDB, with values beside their keys or apart from them, judged by average
 * rate, stalls, jitter within minutes, and decline over the run.
 */
public final class CaseBlobs implements Benchmark {
  private static final Duration LASTS = Duration.ofSeconds(60);

  /** Shortest run, whatever is asked for, because fewer seconds say nothing about stalls. */
  private static final Duration MIN_LASTS = Duration.ofSeconds(Stability.MIN_SECONDS + 1);

  private static final long CAPPED_BYTES_PER_SECOND = 60_000_000;
  private static final String FREE = "CPU alone, ";
  private static final String CAPPED = "a disk of 60 MB/s, ";
  private static final String WITH_KEYS = "with their keys";
  private static final String APART = "apart";
  private static final String NO_MERGING = "apart, no merging";
  private static final String AVERAGE = JobFigures.THROUGHPUT;

  /**
   * @param options further options of the target
   */
  private record Case(String name, Map<String, String> options, boolean capped) {}

  private static final Map<String, String> BLOBS =
      Map.of("enable-blob-files", "true", "min-blob-size", "1024");
  private static final Map<String, String> BLOBS_UNMERGED =
      Map.of("enable-blob-files", "true", "min-blob-size", "1024", "auto-compactions", "false");

  /** All cases; a smoke run takes the last one, which needs no control group. */
  private static final List<Case> TABLE =
      List.of(
          new Case(CAPPED + WITH_KEYS, Map.of(), true),
          new Case(CAPPED + APART, BLOBS, true),
          new Case(CAPPED + NO_MERGING, BLOBS_UNMERGED, true),
          new Case(FREE + WITH_KEYS, Map.of(), false),
          new Case(FREE + APART, BLOBS, false),
          new Case(FREE + NO_MERGING, BLOBS_UNMERGED, false));

  private record Run(Stability rates, double rows, double cpuSeconds, ScrapedPage page) {
    private double metric(String name) {
      return page.required(name);
    }
  }

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public Effort effort() {
    return new Effort(Duration.ZERO, Duration.ZERO, LASTS, 1);
  }

  @Override
  public String method(Plan plan) {
    return "Random inserts for %d s of each row, %s; %d round(s), each into a RocksDB of its own, in turn with the others. A row is 8 B to 9,405 B, and an index record of 26 B to 4 B. Flushes and compaction write past the system's cache; the log does not, and is not capped."
        .formatted(lasts(plan).toSeconds(), RandomInserts.DESCRIPTION, rounds(plan));
  }

  private static Duration lasts(Plan plan) {
    Duration asked = plan.effort().window();
    return asked.compareTo(MIN_LASTS) < 0 ? MIN_LASTS : asked;
  }

  private static int rounds(Plan plan) {
    return plan.smoke() ? 1 : plan.effort().rounds();
  }

  @Override
  public List<Row> run(Plan plan) {
    var runs = new LinkedHashMap<String, List<Run>>();
    for (int round = 1; round <= rounds(plan); round++) {
      for (Case each : plan.select(TABLE, Case::name)) {
        plan.progress().accept("round %d: %s".formatted(round, each.name()));
        runs.computeIfAbsent(each.name(), first -> new ArrayList<>()).add(run(plan, each));
      }
    }
    List<Row> rows = runs.entrySet().stream().map(e -> row(e.getKey(), e.getValue())).toList();
    var all = new ArrayList<>(rows);
    for (String disk : List.of(CAPPED, FREE)) {
      for (String apart : List.of(disk + APART, disk + NO_MERGING)) {
        String withKeys = disk + WITH_KEYS;
        String name = "%s ÷ %s".formatted(apart, WITH_KEYS);
        Row.ratio(name, AVERAGE, rows, apart, withKeys).ifPresent(all::add);
      }
    }
    return all;
  }

  private static Run run(Plan plan, Case each) {
    try (var database = OwnedRocksDb.start(Settings.arguments("-direct-io=true"))) {
      var limit =
          each.capped()
              ? new DiskLimit(database.process(), database.folder(), CAPPED_BYTES_PER_SECOND)
              : null;
      try (limit) {
        double cpuBefore = database.process().cpuSeconds().orElseThrow();
        RandomInserts inserts = RandomInserts.into(database.url(), each.options(), lasts(plan));
        return new Run(
            Stability.of(inserts.rowsPerSecond()),
            inserts.rows(),
            database.process().cpuSeconds().orElseThrow() - cpuBefore,
            ScrapedPage.required(database.url().resolve("/metrics")));
      }
    } catch (IOException e) {
      throw new RunException(
          "no disk can be capped here: %s; without: --only '%s'".formatted(e, FREE.strip()), e);
    }
  }

  private static Row row(String name, List<Run> runs) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put(AVERAGE, figure("samples/s", HIGHER, runs, run -> run.rates().mean()));
    figures.put(
        "95 % of seconds reach",
        figure("samples/s", HIGHER, runs, run -> run.rates().reachedIn95Percent()));
    figures.put("stalls", figure("% of seconds", LOWER, runs, run -> 100 * run.rates().stalls()));
    figures.put("micro-jitter", figure("%", LOWER, runs, run -> 100 * run.rates().microJitter()));
    figures.put(
        "change over the run",
        figure("%", HIGHER, runs, run -> 100 * run.rates().change().value()));
    figures.put(
        "held up by RocksDB",
        figure(
            "% of time",
            LOWER,
            runs,
            run -> 100 * run.metric("rocksdb_stall_seconds_total") / run.rates().seconds()));
    figures.put(
        JobFigures.STORE_CPU,
        figure(JobFigures.CPU_UNIT, LOWER, runs, run -> run.cpuSeconds() / run.rows() * 1e6));
    figures.put(
        "write amplification",
        figure("times", LOWER, runs, run -> run.metric("rocksdb_write_amplification")));
    figures.put("disk", figure("MB", NEITHER, runs, run -> run.metric("rocksdb_disk_bytes") / 1e6));
    return new Row(name, figures);
  }

  private interface OfRun {
    double of(Run run);
  }

  private static Figure figure(String unit, Figure.Better better, List<Run> runs, OfRun value) {
    return Figure.of(unit, better, runs.stream().map(value::of).toList());
  }
}
