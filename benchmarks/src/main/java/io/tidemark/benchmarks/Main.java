package io.tidemark.benchmarks;

import io.tidemark.benchmarks.cases.CaseBlobs;
import io.tidemark.benchmarks.cases.CaseRrd;
import io.tidemark.benchmarks.cases.CaseStreamer;
import io.tidemark.benchmarks.cases.CaseTimescale;
import io.tidemark.benchmarks.cases.CaseTracking;
import io.tidemark.benchmarks.codec.Encode;
import io.tidemark.benchmarks.codec.Parse;
import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.job.RootCause;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one benchmark and writes its result. */
@Command(
    name = "benchmarks/run",
    usageHelpAutoWidth = true,
    description = "Measures Tidemark; docs/performance.md says what each benchmark is.",
    footer = {"", "Example: benchmarks/run pipeline"})
public final class Main implements Callable<Integer> {
  static final Map<String, Benchmark> BENCHMARKS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("encode", new Encode()),
              Map.entry("parse", new Parse()),
              Map.entry("listen", new Listen()),
              Map.entry("pipeline", new Pipeline()),
              Map.entry("ingest", new Ingest()),
              Map.entry("mxn", new Mxn()),
              Map.entry("peers", new Peers()),
              Map.entry("realism", new Realism()),
              Map.entry("growth", new Growth()),
              Map.entry("story", new Story()),
              Map.entry("accuracy", new Accuracy()),
              Map.entry("case-timescale", new CaseTimescale()),
              Map.entry("case-rrd", new CaseRrd()),
              Map.entry("case-blobs", new CaseBlobs()),
              Map.entry("case-tracking", new CaseTracking()),
              Map.entry("case-streamer", new CaseStreamer())));

  private static final int FAILED = 1;
  private static final int BAD_USAGE = 2;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description =
          "encode, parse, listen, pipeline, ingest, mxn, peers, realism, growth, story, accuracy, case-timescale, case-rrd, case-blobs, case-tracking or case-streamer; or soak, lab, simulated or scale, which have options of their own: soak --help.")
  private String name;

  @Mixin private Invocation invocation;

  @Option(
      names = "--smoke",
      description =
          "For seconds only, and few rows, to see that it works; writes no result without --out.")
  private boolean smoke;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Windows of each row; default 5 (encode, parse, mxn, realism, growth: 3).")
  private Integer rounds;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "Of each window, e.g. 12h; default 8s or a little less (case-blobs: 1m).")
  private String duration;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description = "Only the rows whose names contain this, e.g. --only 'datagen, M=20'.")
  private String only = "";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where results go; default benchmarks/results, but of a part of the rows nowhere.")
  private Path folder;

  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  static int execute(String... arguments) {
    Object command =
        switch (arguments.length == 0 ? "" : arguments[0]) {
          case "compare" -> new Compare();
          case "soak" -> new Soak();
          default -> new Main();
        };
    return execute(
        command,
        command instanceof Main ? arguments : Arrays.copyOfRange(arguments, 1, arguments.length));
  }

  /** Runs a command; its problems are reported in the same form as those of all commands. */
  public static int execute(Object command, String[] arguments) {
    return new CommandLine(command)
        .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
        .setParameterExceptionHandler(
            (thrown, given) -> {
              complain(thrown.getCommandLine(), thrown.getMessage());
              return BAD_USAGE;
            })
        .setExecutionExceptionHandler(
            (thrown, failed, parsed) -> {
              complain(failed, RootCause.of(thrown));
              return FAILED;
            })
        .execute(arguments);
  }

  private static void complain(CommandLine command, String problem) {
    command.getErr().println(command.getCommandName() + ": " + problem);
  }

  @Override
  public Integer call() {
    Benchmark benchmark = BENCHMARKS.get(name);
    if (benchmark == null) {
      throw invocation.misused("no benchmark %s; one of %s".formatted(name, BENCHMARKS.keySet()));
    }
    Path root = invocation.root();
    Benchmark.Plan plan = plan(root, benchmark);
    List<Row> rows = benchmark.run(plan);
    if (rows.isEmpty()) {
      throw invocation.misused("no row of %s has '%s' in its name".formatted(name, only));
    }
    ResultFile result = invocation.result(name, benchmark.method(plan), rows);
    boolean whole = !smoke && only.isEmpty();
    if (folder != null) {
      result.write(folder);
    } else if (whole) {
      result.write(root.resolve("benchmarks/results"));
      benchmark.publish(root, result);
    }
    invocation.print(result.toMarkdown());
    return 0;
  }

  private Benchmark.Plan plan(Path root, Benchmark benchmark) {
    Effort effort = smoke ? Effort.SMOKE : benchmark.effort();
    if (duration != null) {
      effort = effort.withWindow(invocation.duration("--duration", duration));
    }
    return new Benchmark.Plan(
        root,
        rounds == null ? effort : effort.withRounds(rounds),
        smoke,
        row -> row.contains(only),
        invocation.err()::println);
  }
}
