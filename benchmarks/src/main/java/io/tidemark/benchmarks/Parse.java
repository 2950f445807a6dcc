package io.tidemark.benchmarks;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;

import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.format.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** {@link ParseBenchmark} in a JVM of its own for each format and round. */
final class Parse implements Benchmark {
  private static final int ROUNDS = 3;
  private static final int ITERATIONS = 3;
  private static final TimeValue ITERATION = TimeValue.seconds(1);
  private static final TimeValue SMOKE_ITERATION = TimeValue.milliseconds(200);

  private static final List<Format> TABLE =
      Stream.of(Format.values()).filter(format -> format != Format.AUTO).toList();

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public String method(Plan plan) {
    return "JMH, one thread, 11 labels, records of 1,000 samples; each row: %d rounds in turn with the others, each a new JVM with %d iterations of warm-up and %d of measurement of %s; median ± relative standard deviation."
        .formatted(rounds(plan), ITERATIONS, ITERATIONS, iteration(plan));
  }

  @Override
  public List<Row> run(Plan plan) {
    if (plan.smoke()) {
      // JMH allows one of itself on a machine, for the figures' sake.
      System.setProperty("jmh.ignoreLock", "true");
    }
    List<Format> formats = plan.select(TABLE, Format::slug);
    var results = new LinkedHashMap<Format, List<RunResult>>();
    for (int round = 1; round <= rounds(plan); round++) {
      plan.progress().accept("round %d of %d".formatted(round, rounds(plan)));
      for (Format format : formats) {
        results.computeIfAbsent(format, first -> new ArrayList<>()).add(run(format, plan));
      }
    }
    return results.entrySet().stream()
        .map(entry -> row(entry.getKey().slug(), entry.getValue()))
        .toList();
  }

  private static int rounds(Plan plan) {
    return Math.min(ROUNDS, plan.effort().rounds());
  }

  private static TimeValue iteration(Plan plan) {
    return plan.smoke() ? SMOKE_ITERATION : ITERATION;
  }

  private static RunResult run(Format format, Plan plan) {
    var options =
        new OptionsBuilder()
            .include("^" + ParseBenchmark.class.getName() + "\\.parse$")
            .forks(1)
            .warmupIterations(ITERATIONS)
            .warmupTime(iteration(plan))
            .measurementIterations(ITERATIONS)
            .measurementTime(iteration(plan))
            .jvmArgs("-Xmx2g")
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .param("format", format.name())
            .param("labels", "11");
    try {
      return new Runner(options.build()).runSingle();
    } catch (RunnerException e) {
      throw new IllegalStateException("JMH failed on " + format, e);
    }
  }

  private static Row row(String name, List<RunResult> rounds) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put(
        "throughput",
        Figure.of("samples/s", HIGHER, rounds.stream().map(r -> score(r, "samples")).toList()));
    figures.put(
        "record",
        Figure.of("bytes/sample", LOWER, rounds.stream().map(Parse::bytesPerSample).toList()));
    figures.put(
        "allocation",
        Figure.of("bytes/sample", LOWER, rounds.stream().map(Parse::garbagePerSample).toList()));
    return new Row(name, figures);
  }

  private static double bytesPerSample(RunResult round) {
    return score(round, "recordBytes") / score(round, "samples");
  }

  private static double garbagePerSample(RunResult round) {
    double records = round.getPrimaryResult().getScore();
    return score(round, "gc.alloc.rate.norm") * records / score(round, "samples");
  }

  private static double score(RunResult round, String name) {
    return round.getSecondaryResults().get(name).getScore();
  }
}
