package io.tidemark.cli;

import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a command's result goes, and how much is said meanwhile. */
class OutputOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the result and Flink's warnings (tidemark.log).")
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

  /** What every command that runs a job takes, too, beside its configuration. */
  static final class WithCluster extends OutputOptions {
    @Mixin ClusterOptions cluster;
  }
}
