package io.tidemark.cli;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.console.Exit;
import io.tidemark.console.PrintOptions;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.SampleGaps;
import java.util.Map;
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

  @Mixin private PrintOptions common;

  /** What {@code --json} prints: the keys themselves. */
  record Effective(@JsonValue Map<String, Object> keys) {}

  @Override
  public Integer call() {
    common.startLogging();
    var loaded = options.load();
    if (check) {
      SampleGaps.require(loaded.config());
    } else {
      common.print(
          spec.commandLine().getOut(),
          new Effective(ConfigLoader.tree(loaded.config())),
          ConfigLoader.print(loaded.config()));
    }
    return Exit.DONE.code();
  }
}
