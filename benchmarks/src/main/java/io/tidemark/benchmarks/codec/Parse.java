package io.tidemark.benchmarks.codec;

import static io.tidemark.benchmarks.codec.Jmh.score;
import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.format.Format;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;

/** Runs {@link ParseBenchmark} with each format. */
public final class Parse implements Benchmark {
  private static final List<Jmh.Case> TABLE =
      Stream.of(Format.values())
          .filter(format -> format != Format.AUTO)
          .map(
              format ->
                  new Jmh.Case(
                      format.slug(),
                      ParseBenchmark.class.getName() + "\\.parse",
                      Map.of("format", format.name(), "labels", "11")))
          .toList();

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public String method(Plan plan) {
    return "JMH, one thread, 11 labels, records of 1,000 samples; each row: "
        + new Jmh(plan).method();
  }

  @Override
  public List<Row> run(Plan plan) {
    return new Jmh(plan).rows(TABLE, Parse::figures);
  }

  private static Map<String, Figure> figures(List<RunResult> rounds) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put("throughput", Jmh.figure("samples/s", HIGHER, rounds, r -> score(r, "samples")));
    figures.put(
        "record",
        Jmh.figure(
            "bytes/sample", LOWER, rounds, r -> score(r, "recordBytes") / score(r, "samples")));
    figures.put("allocation", Jmh.figure("bytes/sample", LOWER, rounds, Jmh::garbagePerSample));
    return figures;
  }
}
