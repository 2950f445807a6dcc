package io.tidemark.benchmarks;

import io.tidemark.benchmarks.result.ResultComparison;
import io.tidemark.benchmarks.result.ResultFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Two result files of one benchmark. */
@Command(
    name = "benchmarks/compare",
    usageHelpAutoWidth = true,
    description = {
      "Compares a result with an earlier one.",
      "Exit code 1 if a figure got worse by more than 4 % and twice its relative standard deviation."
    })
final class Compare implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this.")
  private boolean help;

  @Parameters(index = "0", paramLabel = "OLD.json")
  private Path before;

  @Parameters(index = "1", paramLabel = "NEW.json")
  private Path after;

  @Override
  public Integer call() {
    ResultComparison comparison = compare(ResultFile.read(before), ResultFile.read(after));
    spec.commandLine().getOut().print(comparison.toText());
    spec.commandLine().getOut().flush();
    return comparison.worse().isEmpty() ? 0 : 1;
  }

  private ResultComparison compare(ResultFile earlier, ResultFile later) {
    try {
      return ResultComparison.of(earlier, later);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
