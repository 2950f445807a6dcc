package io.tidemark.benchmarks.codec;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures rows with JMH: in turn, each round in a new JVM, on one thread. */
record Jmh(Benchmark.Plan plan) {
  private static final int ROUNDS = 3;
  private static final int ITERATIONS = 3;
  private static final TimeValue ITERATION = TimeValue.seconds(1);
  private static final TimeValue SMOKE_ITERATION = TimeValue.milliseconds(200);

  /**
   * A row of a table.
   *
   * @param benchmark class and method, as a regular expression
   */
  record Case(String name, String benchmark, Map<String, String> parameters) {}

  /** Returns how the figures are measured. */
  String method() {
    return "%d rounds in turn with the others, each a new JVM with %d iterations of warm-up and %d of measurement of %s; median ± relative standard deviation."
        .formatted(rounds(), ITERATIONS, ITERATIONS, iteration());
  }

  /**
   * @param figures computes the figures from the rounds of one case
   */
  List<Row> rows(List<Case> cases, Function<List<RunResult>, Map<String, Figure>> figures) {
    if (plan.smoke()) {
      // JMH allows only one run at a time on a machine, because others would distort the figures.
      System.setProperty("jmh.ignoreLock", "true");
    }
    var results = new LinkedHashMap<Case, List<RunResult>>();
    for (int round = 1; round <= rounds(); round++) {
      plan.progress().accept("round %d of %d".formatted(round, rounds()));
      for (Case each : plan.select(cases, Case::name)) {
        results.computeIfAbsent(each, first -> new ArrayList<>()).add(run(each));
      }
    }
    return results.entrySet().stream()
        .map(entry -> new Row(entry.getKey().name(), figures.apply(entry.getValue())))
        .toList();
  }

  private int rounds() {
    return Math.min(ROUNDS, plan.effort().rounds());
  }

  private TimeValue iteration() {
    return plan.smoke() ? SMOKE_ITERATION : ITERATION;
  }

  private RunResult run(Case each) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + each.benchmark() + "$")
            .forks(1)
            .warmupIterations(ITERATIONS)
            .warmupTime(iteration())
            .measurementIterations(ITERATIONS)
            .measurementTime(iteration())
            .jvmArgs("-Xmx2g")
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    each.parameters().forEach(options::param);
    try {
      return new Runner(options.build()).runSingle();
    } catch (RunnerException e) {
      throw new IllegalStateException("JMH failed on " + each.name(), e);
    }
  }

  static Figure figure(
      String unit, Figure.Better better, List<RunResult> rounds, ToDoubleFunction<RunResult> of) {
    return Figure.of(unit, better, rounds.stream().mapToDouble(of).boxed().toList());
  }

  static double score(RunResult round, String name) {
    Result<?> result = round.getSecondaryResults().get(name);
    if (result == null) {
      throw new IllegalStateException(
          "JMH gave no %s among %s".formatted(name, round.getSecondaryResults().keySet()));
    }
    return result.getScore();
  }

  /** Returns the bytes allocated per sample. */
  static double garbagePerSample(RunResult round) {
    double operations = round.getPrimaryResult().getScore();
    return score(round, "gc.alloc.rate.norm") * operations / score(round, "samples");
  }
}
