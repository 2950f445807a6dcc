package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.result.Comparison;
import io.tidemark.benchmarks.result.Machine;
import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Versions;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one benchmark and writes its result. */
@Command(
    name = "benchmarks/run",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    subcommands = Main.Compare.class,
    description = "Measures Tidemark; docs/performance.md says what each benchmark is.",
    footer = {"", "Example: benchmarks/run pipeline"})
public final class Main implements Callable<Integer> {
  private static final Map<String, Benchmark> BENCHMARKS =
      new TreeMap<>(Map.of("pipeline", new PipelineBenchmark()));

  @Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(index = "0", paramLabel = "NAME", description = "Which benchmark.")
  private String name;

  @Option(
      names = "--smoke",
      description = "For seconds only, to see that it works; the figures mean nothing.")
  private boolean smoke;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Windows of each row; default ${DEFAULT-VALUE}.",
      defaultValue = "5")
  private int rounds;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where results go; default benchmarks/results.")
  private Path folder;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "A broker to use; without it one is started for the run.")
  private String kafka;

  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  static int execute(String... arguments) {
    return new CommandLine(new Main())
        .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .execute(arguments);
  }

  @Override
  public Integer call() {
    Benchmark benchmark = BENCHMARKS.get(name);
    if (benchmark == null) {
      throw new ParameterException(
          spec.commandLine(), "no benchmark %s; one of %s".formatted(name, BENCHMARKS.keySet()));
    }
    Path root = Path.of(System.getProperty("tidemark.root")).toAbsolutePath().normalize();
    var plan =
        new Benchmark.Plan(
            root, smoke ? Effort.SMOKE : Effort.full(rounds), Optional.ofNullable(kafka));
    var result =
        new ResultFile(
            name,
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            "benchmarks/run "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs()),
            benchmark.method(plan),
            Machine.here(),
            Versions.of(root),
            benchmark.run(plan));
    Path to = folder == null ? root.resolve("benchmarks/results") : folder;
    result.write(to);
    spec.commandLine().getOut().print(result.toMarkdown());
    spec.commandLine().getOut().flush();
    return 0;
  }

  /** Two result files of one benchmark. */
  @Command(
      name = "compare",
      mixinStandardHelpOptions = true,
      usageHelpAutoWidth = true,
      description = {
        "Compares a result with an earlier one.",
        "Exit code 1 if a figure got worse by more than 4 % and twice its relative standard deviation."
      })
  static final class Compare implements Callable<Integer> {
    @Spec private CommandLine.Model.CommandSpec spec;

    @Parameters(index = "0", paramLabel = "OLD.json")
    private Path before;

    @Parameters(index = "1", paramLabel = "NEW.json")
    private Path after;

    @Override
    public Integer call() {
      var comparison = Comparison.of(ResultFile.read(before), ResultFile.read(after));
      spec.commandLine().getOut().print(comparison.toText());
      spec.commandLine().getOut().flush();
      return comparison.worse().isEmpty() ? 0 : 1;
    }
  }
}
