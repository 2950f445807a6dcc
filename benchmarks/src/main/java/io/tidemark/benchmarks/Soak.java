package io.tidemark.benchmarks;

import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.soak.SoakRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs one job for hours, with TaskManagers killed now and then, to see whether anything rises or
 * gets lost.
 */
@Command(
    name = "benchmarks/run soak",
    usageHelpAutoWidth = true,
    description = {
      "A topic through a session cluster into a real VictoriaMetrics at half of what that takes, with a",
      "TaskManager killed now and then. Exit code 1 if something rises, or is lost. Less than ten minutes",
      "are too short for that: then only what is stored is judged."
    })
final class Soak implements Callable<Integer> {
  private static final Duration PUBLISHED = Duration.ofHours(1);
  private static final Duration MIN = Duration.ofSeconds(90);

  @Mixin private Invocation invocation;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long; default 1h, at least 90s.")
  private String duration = "1h";

  @Option(
      names = "--kill-every",
      paramLabel = "TIME",
      description = "A TaskManager; default 10m, or a third of a shorter time.")
  private String killEvery;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where the result and the run's own report go; default benchmarks/results, but of less than an hour nowhere.")
  private Path folder;

  @Override
  public Integer call() {
    Duration time = invocation.duration("--duration", duration);
    if (time.compareTo(MIN) < 0) {
      throw invocation.misused("--duration %s: at least 90s".formatted(duration));
    }
    Duration third = time.dividedBy(3);
    Duration kill =
        killEvery != null
            ? invocation.duration("--kill-every", killEvery)
            : third.compareTo(Duration.ofMinutes(10)) < 0 ? third : Duration.ofMinutes(10);
    SoakRun.Result soak = SoakRun.execute(time, kill, invocation.err()::println);
    ResultFile result = invocation.result("soak", soak.method(), soak.rows());
    if (folder != null) {
      result.write(folder);
      soak.report(folder);
    } else if (time.compareTo(PUBLISHED) >= 0) {
      result.write(invocation.root().resolve("benchmarks/results"));
    }
    invocation.print(result.toMarkdown());
    soak.problems().forEach(invocation.err()::println);
    return soak.problems().isEmpty() ? 0 : 1;
  }
}
