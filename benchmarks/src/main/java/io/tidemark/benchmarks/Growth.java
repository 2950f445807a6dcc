package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.JobProcess;
import io.tidemark.benchmarks.result.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How the cost of a sample grows with what a user can turn: each table turns one thing, the rest is
 * the main case. To a null HTTP server.
 */
final class Growth implements Benchmark {
  /** There are many rows. */
  private static final int ROUNDS = 3;

  private static final String MANY_SERIES = "1 M series, N=5, 1 GiB of heap";
  private static final String FEW_SERIES = "20 k series, N=5, 1 GiB of heap";
  private static final String ONE_CORE = "no server, parallelism 1 on one core";
  private static final String TWO_CORES = "no server, parallelism 2 on two cores";

  private static final List<JobCase> SERIES =
      List.of(
          turned("1 k series", "source.datagen.series=1000"),
          turned("20 k series", "source.datagen.series=20000"),
          turned("100 k series", "source.datagen.series=100000"),
          turned("1 M series", "source.datagen.series=1000000"),
          turned("1 M series, N=10", "source.datagen.series=1000000", "amplify.n=10"));

  /** Without amplification in time, which would hide what a series costs. */
  private static final List<JobCase> MEMORY =
      Stream.of(
              turned(FEW_SERIES, "source.datagen.series=20000", "amplify.m=1", "amplify.n=5"),
              turned(MANY_SERIES, "source.datagen.series=1000000", "amplify.m=1", "amplify.n=5"))
          .map(job -> job.withJavaOptions("-Xmx1g"))
          .toList();

  private static final List<JobCase> M = numbers("M=%d, N=1", "amplify.m=%d", 1, 6, 20, 100);

  private static final List<JobCase> N =
      numbers("N=%d, M=1", "amplify.n=%d", 1, 5, 20, 100).stream()
          .map(job -> job.with("amplify.m=1"))
          .toList();

  /** The grid's series have three labels of their own; the rest is added to each. */
  private static final List<JobCase> LABELS =
      IntStream.of(5, 11, 20, 30)
          .mapToObj(
              count ->
                  turned(
                      count + " labels",
                      "source.datagen.shape=grid",
                      "target.extra-labels=" + extraLabels(count - 3)))
          .toList();

  private static final List<JobCase> BATCH =
      numbers("batches of %d", "write.batch-samples=%d", 1_000, 10_000, 50_000);

  private static final List<JobCase> IN_FLIGHT =
      numbers("%d in flight", "write.in-flight=%d", 1, 4, 16, 64);

  private static final List<JobCase> PARALLELISM =
      numbers("parallelism %d", "parallelism=%d", 1, 2, 4);

  /** Encodes and discards: no server competes for the cores. */
  private static final List<JobCase> CORES =
      List.of(
          turned(ONE_CORE, "target.type=null", "parallelism=1")
              .withJavaOptions("-Xmx2g -XX:+UseG1GC")
              .onCores("0"),
          turned(TWO_CORES, "target.type=null", "parallelism=2")
              .withJavaOptions("-Xmx2g -XX:+UseG1GC")
              .onCores("0,1"));

  private static final List<List<JobCase>> TABLES =
      List.of(SERIES, MEMORY, M, N, LABELS, BATCH, IN_FLIGHT, PARALLELISM, CORES);

  /** What the launcher, the labels and the missing server could break. */
  private static final List<List<JobCase>> SMOKE_TABLES = List.of(MEMORY, LABELS, CORES);

  private static JobCase turned(String name, String... settings) {
    return JobCase.of(name, "parallelism=2").with(settings);
  }

  private static List<JobCase> numbers(String name, String setting, int... values) {
    return IntStream.of(values)
        .mapToObj(value -> turned(name.formatted(value), setting.formatted(value)))
        .toList();
  }

  /** As {@code --set} takes a map. */
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

  @Override
  public Effort effort() {
    return Effort.FULL.withRounds(ROUNDS);
  }

  @Override
  public List<Row> run(Plan plan) {
    var rows = new ArrayList<Row>();
    for (List<JobCase> table : plan.smoke() ? SMOKE_TABLES : TABLES) {
      rows.addAll(
          table == CORES
              ? plan.inTurn(table, job -> JobProcess.start(plan.root(), job))
              : plan.toNullServer(table));
    }
    Row.ratio("1 M ÷ 20 k series, N=5", JobFigures.THROUGHPUT, rows, MANY_SERIES, FEW_SERIES)
        .ifPresent(rows::add);
    Row.ratio("two cores ÷ one core", JobFigures.THROUGHPUT, rows, TWO_CORES, ONE_CORE)
        .ifPresent(rows::add);
    return rows;
  }
}
