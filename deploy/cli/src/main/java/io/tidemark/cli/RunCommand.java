package io.tidemark.cli;

import io.tidemark.console.AgedOptions;
import io.tidemark.console.Exit;
import io.tidemark.job.Consent;
import io.tidemark.job.ForeignLoad;
import io.tidemark.job.RunOptions;
import io.tidemark.job.cardinality.SeriesGuard;
import io.tidemark.job.config.JobConfig.FileInput.OnError;
import io.tidemark.job.config.SampleGaps;
import io.tidemark.process.RunException;
import io.tidemark.report.ReportFiles;
import io.tidemark.report.RunPage;
import io.tidemark.report.RunSummary;
import io.tidemark.run.Run;
import io.tidemark.run.RunResult;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Amplifies and writes until the source ends, the time is over, or the user interrupts it. */
@Command(
    name = "run",
    description = {
      "Amplify and write until the source ends, --duration passes, or Ctrl-C.",
      "Without configuration, a generator writes for 30 s to a temporary database that Tidemark"
          + " starts."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark run --set amplify.m=6 --duration 1m",
      "  tidemark run -c run.yaml --set target.urls=http://127.0.0.1:8428 --yes --json"
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;
  @Mixin private OutputOptions.WithCluster common;
  @Mixin private Consent consent;
  @Mixin private AgedOptions aged;

  @Option(
      names = "--from",
      paramLabel = "SAVEPOINT",
      description = "Start from this savepoint; the savepoint is not changed.")
  private String from;

  @Option(
      names = "--stop-with-savepoint",
      paramLabel = "DIR",
      description =
          "Stop with a savepoint in this folder; samples that were read but not written stay in it.")
  private String savepointFolder;

  @Override
  public Integer call() {
    Output output = Output.prepare(spec, common);
    var loaded = options.load();
    SampleGaps.require(loaded.config());
    if (from == null) {
      SeriesGuard.check(loaded.config(), System.getenv());
    }
    var plan =
        new Run.Plan(
            loaded,
            common.cluster(),
            options.file().isPresent(),
            options.duration(),
            Optional.ofNullable(from),
            Optional.ofNullable(savepointFolder).map(RunCommand::absolute));
    var err = spec.commandLine().getErr();
    Consumer<ForeignLoad> asked = load -> consent.to(err, load);
    Run.Plan begun =
        aged.database(loaded, plan.cluster(), plan.from(), new Console(err, common), asked)
            .map(plan::after)
            .orElse(plan);
    RunResult result = Run.execute(begun, new Console(err, common), asked);
    output.print(result, RunSummary.of(result));
    output.save("run.json", result);
    output.folder().ifPresent(folder -> ReportFiles.render(folder, RunPage.of(result)));
    if (loaded.config().source().file().onError() == OnError.FAIL) {
      result
          .brokenInput()
          .ifPresent(
              line -> {
                throw new RunException(line);
              });
    }
    if (result.interrupted()) {
      return Exit.INTERRUPTED.code();
    }
    result
        .nothingTaken()
        .ifPresent(
            line -> {
              throw new RunException(line);
            });
    return Exit.DONE.code();
  }

  /** Returns a folder's absolute path, because a cluster has another working directory. */
  private static String absolute(String folder) {
    return folder.contains("://") ? folder : Path.of(folder).toAbsolutePath().toUri().toString();
  }
}
