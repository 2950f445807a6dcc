package io.tidemark.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What every command that runs a job takes, beside its configuration. */
final class CommonOptions {
  @Option(
      names = "--cluster",
      paramLabel = "URL",
      description =
          "REST address of a Flink session cluster; without it the job runs in this process.")
  String cluster;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the result (run.json) and Flink's warnings (tidemark.log).")
  Path folder;

  @Option(names = "--json", description = "Print the result as one JSON object.")
  boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress.")
  boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Log to standard error; stack traces.")
  boolean verbose;
}
