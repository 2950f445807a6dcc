package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.result.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures how layout, value mode and compression change the database's CPU time per sample, and so
 * what a ceiling found with one of them means for another.
 */
final class Realism implements Benchmark {
  /**
   * Keeps simulated time within one UTC day, because the index of a new day would distort the
   * result.
   */
  static final String WITHIN_A_DAY = "source.datagen.interval=10s";

  private static final List<JobCase> SNAPPY = table("snappy");

  /** Rows for databases that accept zstd; VictoriaMetrics does since 1.88. */
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

  /**
   * A short warm-up is enough, because the database, which is measured here, needs no compilation.
   */
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
