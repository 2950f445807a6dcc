package io.tidemark.cli;

import picocli.CommandLine.Option;

/** What every command that runs a job takes, beside its configuration. */
final class CommonOptions extends OutputOptions {
  @Option(
      names = "--cluster",
      paramLabel = "URL",
      description =
          "REST address of a Flink session cluster; without it the job runs in this process.")
  String cluster;
}
