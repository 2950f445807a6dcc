package io.tidemark.cli;

import io.tidemark.ceiling.Cause;
import io.tidemark.diagnose.Diagnosis;
import io.tidemark.diagnose.Diagnosis.Evidence;
import io.tidemark.diagnose.Diagnosis.Part;
import io.tidemark.diagnose.DiagnosisSummary;
import io.tidemark.listen.ListenResult;
import io.tidemark.report.AbSummary;
import io.tidemark.report.CeilingSummary;
import io.tidemark.report.ExampleComparison;
import io.tidemark.report.ExampleReport;
import io.tidemark.report.RunSummary;
import io.tidemark.run.RunResult;
import io.tidemark.watch.WatchedWindow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What commands print of results that are made up, by the code that prints real ones. */
public final class PrintedExamples {
  private static final int WIDE = 1000;

  private PrintedExamples() {}

  public static String all() {
    return String.join(
        "\n",
        RunSummary.of(run()),
        CeilingSummary.of(ExampleReport.result()),
        AbSummary.of(ExampleComparison.result("a note")),
        WatchBlock.of(new WatchedWindow().judgement(), WIDE),
        DiagnosisSummary.of(diagnosis()),
        captured().table(),
        sized());
  }

  private static RunResult run() {
    return new RunResult(
        10,
        0,
        300_000,
        6_000_000,
        6_000_000,
        0,
        0,
        new RunResult.DeadLetters(0, 0, 0, 0),
        0,
        new RunResult.Series(20_000, 312.0, 0.0156),
        600,
        0,
        1_000_000,
        100_000,
        60,
        100_000,
        null,
        1.5,
        0.25,
        new RunResult.Latency(10, 15, 20, 25, 30),
        0.1,
        Map.of(),
        20,
        1,
        "time",
        2,
        8,
        "victoriametrics http://127.0.0.1:8428",
        new RunResult.Store("1.151.0", 40.9, 1_000_000L, 1_000_000L, Map.of()),
        null,
        false,
        null,
        null,
        "0.1.0",
        "2.2.1",
        null,
        null);
  }

  private static Diagnosis diagnosis() {
    return new Diagnosis(
        "123 k samples/s are written and no more.",
        Cause.TSDB_CPU,
        "insert-1, which takes writes",
        Map.of(Cause.TSDB_CPU, 0.72),
        0.8,
        Map.of(),
        Map.of(),
        null,
        0,
        0,
        List.of(new Evidence("CPU", "97 % of its cores are busy", "rate(cpu[5m])")),
        List.of(),
        List.of(),
        List.of(),
        List.of(part(true), part(false)),
        List.of(),
        "2026-11-27T08:00:00Z",
        "2026-11-27T08:02:00Z",
        15,
        1,
        null,
        List.of());
  }

  private static Part part(boolean behind) {
    return new Part(
        "2026-11-27T08:00:00Z",
        "2026-11-27T08:01:00Z",
        123_000.0,
        0.97,
        0.5,
        0.01,
        4.0,
        behind,
        null);
  }

  private static ListenResult captured() {
    var counts =
        new ListenResult.Counts(23, Map.of(), 100, 100, Map.of(), 10, 0, 0, 0, 0, 0, 380_000);
    return new ListenResult(
        "127.0.0.1:9201", "fleet.capture", "remote-write", false, 25, "time", counts);
  }

  private static String sized() {
    String run =
        """
        {"seconds": 100, "samplesPerSecond": %d, "samplesAcked": %d, "bytesSent": %d,
         "series": {"active": %d}, "store": {"cpuSeconds": %d, "residentBytes": %d, "diskBytes": %d}}
        """;
    var out = new StringWriter();
    try {
      Path folder = Files.createTempDirectory("sizes");
      Path one = folder.resolve("one.json");
      Path two = folder.resolve("two.json");
      Files.writeString(
          one, run.formatted(10_000, 1_000_000, 50_000_000, 100_000, 60, 200_000_000, 3_000_000));
      Files.writeString(
          two, run.formatted(40_000, 4_000_000, 200_000_000, 400_000, 90, 500_000_000, 12_000_000));
      Main.execute(
          new PrintWriter(out, true),
          new PrintWriter(out, true),
          "size",
          "--series",
          "1M",
          "--retention",
          "90d",
          "--node",
          "4c16g",
          "--from",
          one.toString(),
          "--from",
          two.toString());
      Files.delete(one);
      Files.delete(two);
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }
}
