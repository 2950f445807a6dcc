package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.JobProcess;
import io.tidemark.benchmarks.result.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures how the cost of a sample grows with each setting: each row changes one setting of the
 * main case. The target is a null HTTP server.
 */
final class Growth implements Benchmark {
  private static final String MANY_SERIES = "1 M series, N=5, 1 GiB of heap";
  private static final String FEW_SERIES = "20 k series, N=5, 1 GiB of heap";
  private static final String ONE_CORE = "no server, parallelism 1 on one core";
  private static final String TWO_CORES = "no server, parallelism 2 on two cores";

  /** Rows that change what is written. */
  private static final List<JobCase> TRAFFIC =
      List.of(
          turned("main case: 20 k series, M=20, N=1"),
          turned("1 k series", "source.datagen.series=1000"),
          turned("1 M series, N=10", "source.datagen.series=1000000", "amplify.n=10"),
          turned("M=1", "amplify.m=1"),
          turned("M=100", "amplify.m=100"),
          turned("M=1, N=100", "amplify.m=1", "amplify.n=100"));

  /** Rows that change how it is written. */
  private static final List<JobCase> WRITING =
      List.of(
          turned("main case: batches of 10 k, 16 in flight, parallelism 2"),
          turned("batches of 1 k", "write.batch-samples=1000"),
          turned("batches of 50 k", "write.batch-samples=50000"),
          turned("1 in flight", "write.in-flight=1"),
          turned("parallelism 4", "parallelism=4"));

  /** Rows without amplification in time, which would hide what a series costs. */
  private static final List<JobCase> MEMORY =
      Stream.of(
              turned(FEW_SERIES, "source.datagen.series=20000", "amplify.m=1", "amplify.n=5"),
              turned(MANY_SERIES, "source.datagen.series=1000000", "amplify.m=1", "amplify.n=5"))
          .map(job -> job.withJavaOptions("-Xmx1g"))
          .toList();

  /**
   * Rows with more labels: the grid's series have three of their own, and the others are added to
   * each.
   */
  private static final List<JobCase> LABELS =
      IntStream.of(5, 30)
          .mapToObj(
              count ->
                  turned(
                      count + " labels",
                      "source.datagen.shape=grid",
                      "target.extra-labels=" + extraLabels(count - 3)))
          .toList();

  /** Rows that encode and discard, so that no server competes for the cores. */
  private static final List<JobCase> CORES =
      List.of(
          turned(ONE_CORE, "target.type=null", "parallelism=1")
              .withJavaOptions("-Xmx2g -XX:+UseG1GC")
              .onCores("0"),
          turned(TWO_CORES, "target.type=null", "parallelism=2")
              .withJavaOptions("-Xmx2g -XX:+UseG1GC")
              .onCores("0,1"));

  private static final List<List<JobCase>> TABLES =
      List.of(TRAFFIC, WRITING, MEMORY, LABELS, CORES);

  /** The tables with special options: for the launcher, for labels, and without a server. */
  private static final List<List<JobCase>> SMOKE_TABLES = List.of(MEMORY, LABELS, CORES);

  private static JobCase turned(String name, String... settings) {
    return JobCase.of(name, "parallelism=2").with(settings);
  }

  /** Returns the labels as a map for {@code --set}. */
  private static String extraLabels(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "extra_%d: value_%d".formatted(i, i))
        .toList()
        .toString()
        .replace('[', '{')
        .replace(']', '}');
  }

  @Override
  public List<JobCase> jobs() {
    return TABLES.stream().flatMap(List::stream).toList();
  }

  /** Windows are short, because there are many rows, which are only compared with each other. */
  @Override
  public Effort effort() {
    return new Effort(Duration.ofSeconds(15), Duration.ofSeconds(1), Duration.ofSeconds(4), 3);
  }

  /** On one core, a job takes longer to start and to compile. */
  private static Effort effortOnCores(Plan plan) {
    return plan.smoke()
        ? plan.effort()
        : new Effort(
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofSeconds(8),
            plan.effort().rounds());
  }

  @Override
  public String method(Plan plan) {
    return "%s Of those without a server: %s"
        .formatted(plan.effort().describe(), effortOnCores(plan).describe());
  }

  @Override
  public List<Row> run(Plan plan) {
    var rows = new ArrayList<Row>();
    for (List<JobCase> table : plan.smoke() ? SMOKE_TABLES : TABLES) {
      rows.addAll(
          table == CORES
              ? plan.withEffort(effortOnCores(plan))
                  .inTurn(table, job -> JobProcess.start(plan.root(), job))
              : plan.toNullServer(table));
    }
    Row.ratio("1 M ÷ 20 k series, N=5", JobFigures.THROUGHPUT, rows, MANY_SERIES, FEW_SERIES)
        .ifPresent(rows::add);
    Row.ratio("two cores ÷ one core", JobFigures.THROUGHPUT, rows, TWO_CORES, ONE_CORE)
        .ifPresent(rows::add);
    return rows;
  }
}
