package io.tidemark.benchmarks.codec;

import static io.tidemark.benchmarks.codec.Jmh.score;
import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;

/**
 * Runs {@link EncodeBenchmark}: the encoder alone, a copy of the finished body, and the plain way.
 */
public final class Encode implements Benchmark {
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

  private static final List<Jmh.Case> TABLE =
      List.of(
          encode("main case: time, M=20, N=1, 11 labels, Snappy", Map.of()),
          encode("layout series", Map.of("layout", "SERIES")),
          encode("layout grouped", Map.of("layout", "GROUPED")),
          encode("jitter", Map.of("value", "JITTER")),
          encode("M=1", Map.of("m", "1")),
          encode("M=6", Map.of("m", "6")),
          encode("M=100", Map.of("m", "100")),
          encode("M=1, N=20", Map.of("m", "1", "n", "20")),
          encode("5 labels", Map.of("labels", "5")),
          encode("30 labels", Map.of("labels", "30")),
          encode("1 M series", Map.of("series", "1000000")),
          encode("main case in remote write 2", Map.of("version", "V2")),
          encode("layout series in remote write 2", Map.of("version", "V2", "layout", "SERIES")),
          encode("M=1 in remote write 2", Map.of("version", "V2", "m", "1")),
          encode("main case in OTLP, gzip", Map.of("version", "OTLP")),
          encode("layout series in OTLP, gzip", Map.of("version", "OTLP", "layout", "SERIES")),
          encode("layout grouped in OTLP, gzip", Map.of("version", "OTLP", "layout", "GROUPED")),
          encode("M=1 in OTLP, gzip", Map.of("version", "OTLP", "m", "1")),
          encode(
              "main case in OTLP, not compressed",
              Map.of("version", "OTLP", "compression", "ZSTD")),
          encode("zstd", Map.of("compression", "ZSTD")),
          row("bound: a copy of the body", "copyOfTheBody", Map.of()),
          row("plain: encode, then the Snappy library", "plainThenSnappy", Map.of()),
          row("plain, layout series", "plainThenSnappy", Map.of("layout", "SERIES")));

  /**
   * @param method method of {@link EncodeBenchmark}
   * @param parameters parameters that differ from the main case
   */
  private static Jmh.Case row(String name, String method, Map<String, String> parameters) {
    var all = new HashMap<>(MAIN_CASE);
    all.putAll(parameters);
    return new Jmh.Case(name, EncodeBenchmark.class.getName() + "\\." + method, all);
  }

  private static Jmh.Case encode(String name, Map<String, String> parameters) {
    return row(name, "encode", parameters);
  }

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public String method(Plan plan) {
    return "JMH, one thread; each row: " + new Jmh(plan).method();
  }

  @Override
  public List<Row> run(Plan plan) {
    return new Jmh(plan).rows(TABLE, Encode::figures);
  }

  private static Map<String, Figure> figures(List<RunResult> rounds) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put("throughput", Jmh.figure("samples/s", HIGHER, rounds, r -> score(r, "samples")));
    figures.put("CPU", Jmh.figure("ns/sample", LOWER, rounds, r -> 1e9 / score(r, "samples")));
    figures.put("wire", Jmh.figure("bytes/sample", LOWER, rounds, Encode::bodyBytesPerSample));
    figures.put(
        "allocation beyond the body",
        Jmh.figure(
            "bytes/sample",
            LOWER,
            rounds,
            round -> Jmh.garbagePerSample(round) - bodyBytesPerSample(round)));
    return figures;
  }

  private static double bodyBytesPerSample(RunResult round) {
    return score(round, "bodyBytes") / score(round, "samples");
  }
}
