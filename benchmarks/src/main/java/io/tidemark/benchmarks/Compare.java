package io.tidemark.benchmarks;

import io.tidemark.benchmarks.result.ResultComparison;
import io.tidemark.benchmarks.result.ResultFile;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares result files of one benchmark, from two commits, or from runs of both in turn. */
@Command(
    name = "benchmarks/compare",
    usageHelpAutoWidth = true,
    description = {
      "Compares a result with an earlier one; several pairs are runs of both in turn.",
      "Exit code 1 if a figure got worse by more than --smallest and twice its relative standard deviation."
    })
final class Compare implements Callable<Integer> {
  @Mixin private Invocation invocation;

  @Option(
      names = "--smallest",
      paramLabel = "PERCENT",
      description = "A smaller drop is none; default 4.")
  private double smallestPercent = 100 * ResultComparison.SMALLEST_DROP;

  @Option(
      names = "--of-both",
      description =
          "A figure that only OLD has is none that got worse: OLD may measure differently.")
  private boolean ofBoth;

  @Parameters(arity = "2..*", paramLabel = "OLD.json NEW.json")
  private List<Path> pairs;

  @Override
  public Integer call() {
    if (pairs.size() % 2 != 0) {
      throw invocation.misused("%d files are not pairs of OLD and NEW".formatted(pairs.size()));
    }
    ResultComparison comparison = compare();
    invocation.print(comparison.toText());
    return comparison.worse().isEmpty() ? 0 : 1;
  }

  private ResultComparison compare() {
    try {
      var all = ResultComparison.of(together(0), together(1), smallestPercent / 100);
      return ofBoth ? all.ofBoth() : all;
    } catch (IllegalArgumentException e) {
      throw invocation.misused(e.getMessage());
    }
  }

  /** Returns the results of all files of one side. */
  private ResultFile together(int side) {
    return IntStream.range(0, pairs.size() / 2)
        .mapToObj(i -> ResultFile.read(pairs.get(2 * i + side)))
        .reduce(ResultFile::and)
        .orElseThrow();
  }
}
