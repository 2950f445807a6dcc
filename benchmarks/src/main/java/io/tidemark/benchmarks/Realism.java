package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.result.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What layout, value mode and compression do to the database's CPU per sample: what a ceiling that
 * was found with one of them means for another.
 */
final class Realism implements Benchmark {
  /**
   * Simulated time runs slowly enough to stay in one UTC day: a new day's index is not the point.
   */
  static final String WITHIN_A_DAY = "source.datagen.interval=10s";

  private static final List<JobCase> SNAPPY = table("snappy");

  /** For databases that have it; VictoriaMetrics since 1.88. */
  private static final List<JobCase> ZSTD = table("zstd");

  private static List<JobCase> table(String compression) {
    return List.of(
        row("time", "repeat", compression),
        row("time", "jitter", compression),
        row("series", "repeat", compression),
        row("grouped", "repeat", compression));
  }

  private static JobCase row(String layout, String value, String compression) {
    return JobCase.of(
            "%s, %s, %s".formatted(layout, value, compression),
            "amplify.layout=" + layout,
            "amplify.value=" + value,
            "target.compression=" + compression,
            "parallelism=2")
        .with(WITHIN_A_DAY);
  }

  @Override
  public List<JobCase> jobs() {
    return Benchmark.join(SNAPPY, ZSTD);
  }

  /** What is measured is the database, which is compiled when it starts. */
  @Override
  public Effort effort() {
    return Effort.FULL.withWarmUp(Duration.ofSeconds(30)).withRounds(3);
  }

  @Override
  public List<Row> run(Plan plan) {
    var rows = new ArrayList<>(plan.toDatabases(SNAPPY));
    if (Compressions.hasZstd()) {
      rows.addAll(plan.toDatabases(ZSTD));
    } else {
      plan.progress().accept("left out: zstd, which this VictoriaMetrics does not take");
    }
    return rows;
  }
}
