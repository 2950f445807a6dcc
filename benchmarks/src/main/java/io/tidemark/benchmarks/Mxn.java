package io.tidemark.benchmarks;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The main case's table: a source of 21.7 M samples a minute, amplified by M, and how many of its
 * samples arrive at a null HTTP server and at a VictoriaMetrics on the same machine.
 */
final class Mxn implements Benchmark {
  private static final double SOURCE_PER_MINUTE = 21.7e6;

  /** Time in which a resumed source writes the up to one second of samples that it makes up for. */
  private static final Duration SETTLE = Duration.ofSeconds(4);

  private record Load(int m, JobCase job) {
    static Load of(String target, int parallelism, int m) {
      return new Load(
          m,
          JobCase.of(
              "%s, parallelism %d, M=%d".formatted(target, parallelism, m),
              "source.datagen.rate=" + Math.round(SOURCE_PER_MINUTE / 60),
              "amplify.m=" + m,
              "parallelism=" + parallelism));
    }

    /** Returns the samples per minute that should arrive. */
    double expected() {
      return SOURCE_PER_MINUTE * m;
    }

    Row row(Row measured) {
      Figure throughput = measured.figures().get(JobFigures.THROUGHPUT);
      List<Double> actual = throughput.values().stream().map(value -> value * 60).toList();
      List<Double> efficiency = actual.stream().map(value -> 100 * value / expected()).toList();
      var figures = new LinkedHashMap<String, Figure>();
      figures.put("expected", Figure.of("samples/min", NEITHER, List.of(expected())));
      figures.put("actual", Figure.of("samples/min", HIGHER, actual));
      figures.put("efficiency", Figure.of("%", HIGHER, efficiency));
      for (String name : List.of(JobFigures.CPU, JobFigures.STORE_CPU)) {
        if (measured.figures().containsKey(name)) {
          figures.put(name, measured.figures().get(name));
        }
      }
      return new Row(measured.name(), figures);
    }
  }

  private static final List<Load> TO_NULL_SERVER =
      List.of(
          Load.of("null server", 1, 6),
          Load.of("null server", 1, 20),
          Load.of("null server", 2, 6),
          Load.of("null server", 2, 12),
          Load.of("null server", 2, 20),
          Load.of("null server", 2, 40));

  private static final List<Load> TO_DATABASE =
      List.of(
          Load.of("VictoriaMetrics", 2, 4),
          Load.of("VictoriaMetrics", 2, 6),
          Load.of("VictoriaMetrics", 2, 20));

  @Override
  public List<JobCase> jobs() {
    return Benchmark.join(jobs(TO_NULL_SERVER), jobs(TO_DATABASE));
  }

  private static List<JobCase> jobs(List<Load> loads) {
    return loads.stream().map(Load::job).toList();
  }

  @Override
  public Effort effort() {
    return new Effort(Duration.ofSeconds(20), SETTLE, Duration.ofSeconds(8), 3);
  }

  @Override
  public List<Row> run(Plan plan) {
    var measured = new ArrayList<>(plan.toNullServer(jobs(TO_NULL_SERVER)));
    measured.addAll(plan.toDatabases(jobs(TO_DATABASE)));
    List<Load> loads = Benchmark.join(TO_NULL_SERVER, TO_DATABASE);
    return measured.stream().map(row -> loadOf(row, loads).row(row)).toList();
  }

  private static Load loadOf(Row row, List<Load> loads) {
    return loads.stream()
        .filter(load -> load.job().name().equals(row.name()))
        .findFirst()
        .orElseThrow();
  }
}
