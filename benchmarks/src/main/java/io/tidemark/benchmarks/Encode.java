package io.tidemark.benchmarks;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;

import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * {@link EncodeBenchmark} in a JVM of its own for each row and round: the encoder alone, on one
 * thread, beside the copy of the finished body and the plain way.
 */
final class Encode implements Benchmark {
  private static final int ROUNDS = 3;
  private static final int ITERATIONS = 3;
  private static final TimeValue ITERATION = TimeValue.seconds(1);
  private static final TimeValue SMOKE_ITERATION = TimeValue.milliseconds(200);

  /**
   * @param method of {@link EncodeBenchmark}
   * @param parameters where they are not the main case's
   */
  private record Case(String name, String method, Map<String, String> parameters) {
    private static final Map<String, String> MAIN_CASE =
        Map.of(
            "layout", "TIME",
            "value", "REPEAT",
            "m", "20",
            "n", "1",
            "compression", "SNAPPY",
            "version", "V1",
            "series", "10000",
            "labels", "11");

    static Case encode(String name, Map<String, String> parameters) {
      return new Case(name, "encode", parameters);
    }

    String value(String parameter) {
      return parameters.getOrDefault(parameter, MAIN_CASE.get(parameter));
    }
  }

  private static final List<Case> TABLE =
      List.of(
          Case.encode("main case: time, M=20, N=1, 11 labels, Snappy", Map.of()),
          Case.encode("layout series", Map.of("layout", "SERIES")),
          Case.encode("layout grouped", Map.of("layout", "GROUPED")),
          Case.encode("jitter", Map.of("value", "JITTER")),
          Case.encode("M=1", Map.of("m", "1")),
          Case.encode("M=6", Map.of("m", "6")),
          Case.encode("M=100", Map.of("m", "100")),
          Case.encode("M=1, N=20", Map.of("m", "1", "n", "20")),
          Case.encode("5 labels", Map.of("labels", "5")),
          Case.encode("30 labels", Map.of("labels", "30")),
          Case.encode("1 M series", Map.of("series", "1000000")),
          Case.encode("main case in remote write 2", Map.of("version", "V2")),
          Case.encode(
              "layout series in remote write 2", Map.of("version", "V2", "layout", "SERIES")),
          Case.encode("M=1 in remote write 2", Map.of("version", "V2", "m", "1")),
          Case.encode("main case in OTLP, gzip", Map.of("version", "OTLP")),
          Case.encode("layout series in OTLP, gzip", Map.of("version", "OTLP", "layout", "SERIES")),
          Case.encode(
              "layout grouped in OTLP, gzip", Map.of("version", "OTLP", "layout", "GROUPED")),
          Case.encode("M=1 in OTLP, gzip", Map.of("version", "OTLP", "m", "1")),
          Case.encode(
              "main case in OTLP, not compressed",
              Map.of("version", "OTLP", "compression", "ZSTD")),
          Case.encode("zstd", Map.of("compression", "ZSTD")),
          new Case("bound: a copy of the body", "copyOfTheBody", Map.of()),
          new Case("plain: encode, then the Snappy library", "plainThenSnappy", Map.of()),
          new Case("plain, layout series", "plainThenSnappy", Map.of("layout", "SERIES")));

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public String method(Plan plan) {
    return "JMH, one thread; each row: %d rounds in turn with the others, each a new JVM with %d iterations of warm-up and %d of measurement of %s; median ± relative standard deviation."
        .formatted(rounds(plan), ITERATIONS, ITERATIONS, iteration(plan));
  }

  @Override
  public List<Row> run(Plan plan) {
    if (plan.smoke()) {
      // JMH allows one of itself on a machine, for the figures' sake.
      System.setProperty("jmh.ignoreLock", "true");
    }
    List<Case> cases = plan.select(TABLE, Case::name);
    var results = new LinkedHashMap<Case, List<RunResult>>();
    for (int round = 1; round <= rounds(plan); round++) {
      plan.progress().accept("round %d of %d".formatted(round, rounds(plan)));
      for (Case each : cases) {
        results.computeIfAbsent(each, first -> new ArrayList<>()).add(run(each, plan));
      }
    }
    return results.entrySet().stream()
        .map(entry -> row(entry.getKey().name(), entry.getValue()))
        .toList();
  }

  private static int rounds(Plan plan) {
    return Math.min(ROUNDS, plan.effort().rounds());
  }

  private static TimeValue iteration(Plan plan) {
    return plan.smoke() ? SMOKE_ITERATION : ITERATION;
  }

  private static RunResult run(Case each, Plan plan) {
    var options =
        new OptionsBuilder()
            .include("^" + EncodeBenchmark.class.getName() + "\\." + each.method() + "$")
            .forks(1)
            .warmupIterations(ITERATIONS)
            .warmupTime(iteration(plan))
            .measurementIterations(ITERATIONS)
            .measurementTime(iteration(plan))
            .jvmArgs("-Xmx2g")
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    Case.MAIN_CASE.keySet().forEach(name -> options.param(name, each.value(name)));
    try {
      return new Runner(options.build()).runSingle();
    } catch (RunnerException e) {
      throw new IllegalStateException("JMH failed on " + each.name(), e);
    }
  }

  private static Row row(String name, List<RunResult> rounds) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put(
        "throughput",
        Figure.of("samples/s", HIGHER, rounds.stream().map(r -> score(r, "samples")).toList()));
    figures.put(
        "CPU",
        Figure.of(
            "ns/sample", LOWER, rounds.stream().map(r -> 1e9 / score(r, "samples")).toList()));
    figures.put(
        "wire",
        Figure.of("bytes/sample", LOWER, rounds.stream().map(Encode::bodyBytesPerSample).toList()));
    figures.put(
        "allocation beyond the body",
        Figure.of("bytes/sample", LOWER, rounds.stream().map(Encode::garbagePerSample).toList()));
    return new Row(name, figures);
  }

  private static double bodyBytesPerSample(RunResult round) {
    return score(round, "bodyBytes") / score(round, "samples");
  }

  private static double garbagePerSample(RunResult round) {
    double batches = round.getPrimaryResult().getScore();
    double allocated = score(round, "gc.alloc.rate.norm") * batches / score(round, "samples");
    return allocated - bodyBytesPerSample(round);
  }

  private static double score(RunResult round, String name) {
    Result<?> result = round.getSecondaryResults().get(name);
    if (result == null) {
      throw new IllegalStateException(
          "JMH gave no %s among %s".formatted(name, round.getSecondaryResults().keySet()));
    }
    return result.getScore();
  }
}
