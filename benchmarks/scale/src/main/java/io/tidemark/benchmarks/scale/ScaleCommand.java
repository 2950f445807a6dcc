package io.tidemark.benchmarks.scale;

import io.tidemark.benchmarks.Invocation;
import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a job of up to 100 TaskManagers would do, and how near the same model is to real ones. */
@Command(
    name = "benchmarks/run scale",
    usageHelpAutoWidth = true,
    description = {
      "Simulates a job of up to 100 TaskManagers in virtual time from measured costs, and measures 1, 2 and 4",
      "real TaskManagers on this host beside what the same model says of them. docs/scale.md says what it shows."
    })
final class ScaleCommand implements Callable<Integer> {
  private static final String METHOD =
      """
      Rows that begin with real ran: a generator, M = 20, on a session cluster on this host, with %d s of \
      warm-up for each TaskManager, or %d s where answers are late, and a window of %d s. Beside them stands \
      what the model says of the same job if a sample costs what it did in the first row. All other rows were \
      simulated in virtual time, with seed 1 and the costs of the results page pipeline; none of them ran. \
      Shares are of the busiest host, TaskManager or thread; a checkpoint is the longest.""";

  @Mixin private Invocation invocation;

  @Option(names = "--simulated", description = "Only what is simulated; nothing is measured.")
  private boolean simulated;

  @Option(names = "--smoke", description = "One simulated row, to see that it works.")
  private boolean smoke;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description = "Only the rows whose names contain this, printed only.")
  private String only = "";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where results go; default benchmarks/results, but of a part nowhere.")
  private Path folder;

  @Override
  public Integer call() {
    Consumer<String> progress = invocation.err()::println;
    var rows = new ArrayList<Row>();
    if (!simulated && !smoke) {
      rows.addAll(new Check(progress).rows(only));
    }
    rows.addAll(Scenarios.rows(only, smoke, progress));
    if (rows.isEmpty()) {
      throw invocation.misused("no row has '%s' in its name".formatted(only));
    }
    ResultFile result =
        invocation.result(
            "scale",
            METHOD.formatted(
                Check.WARM_UP.toSeconds(),
                Check.SHORT_WARM_UP.toSeconds(),
                Check.WINDOW.toSeconds()),
            rows);
    if (folder != null) {
      result.write(folder);
    } else if (!simulated && !smoke && only.isEmpty()) {
      result.write(invocation.root().resolve("benchmarks/results"));
    }
    invocation.print(result.toMarkdown());
    return 0;
  }
}
