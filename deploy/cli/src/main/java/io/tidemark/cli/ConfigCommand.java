package io.tidemark.cli;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.console.Exit;
import io.tidemark.console.PrintOptions;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.SampleGaps;
import io.tidemark.savepoint.Json;
import java.io.PrintWriter;
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

  /**
   * The result that {@code --json} prints: only the keys, because users load it as a configuration.
   */
  record Effective(@JsonValue Map<String, Object> keys) {}

  @Override
  public Integer call() {
    common.startLogging();
    var loaded = options.load();
    if (check) {
      SampleGaps.require(loaded.config());
    } else {
      PrintWriter out = spec.commandLine().getOut();
      out.print(
          common.json
              ? Json.write(new Effective(ConfigLoader.tree(loaded.config())))
              : ConfigLoader.print(loaded.config()));
      out.flush();
    }
    return Exit.DONE.code();
  }
}
