package io.tidemark.cli;

import io.tidemark.job.ConfigOptions;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.SampleGaps;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the effective configuration, or checks it. */
@Command(
    name = "config",
    description = "Print the effective configuration with every default, or check a file.",
    footer = {
      "",
      "Examples:",
      "  tidemark config > run.yaml            a file to start from",
      "  tidemark config -c run.yaml --check   says what is wrong, or nothing"
    })
final class ConfigCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;

  @Option(names = "--check", description = "Print only the problems.")
  private boolean check;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print stack traces.")
  private boolean verbose;

  @Override
  public Integer call() {
    var loaded = options.load();
    if (check) {
      SampleGaps.require(loaded.config());
    } else {
      spec.commandLine().getOut().print(ConfigLoader.print(loaded.config()));
      spec.commandLine().getOut().flush();
    }
    return Exit.DONE.code();
  }
}
