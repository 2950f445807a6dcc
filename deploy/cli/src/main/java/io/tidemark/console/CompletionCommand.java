package io.tidemark.console;

import io.tidemark.job.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that completes commands and options in a shell. */
@Command(
    name = "completion",
    description = "Print a script that completes commands and options in a shell.",
    footer = {
      "",
      "Examples:",
      "  source <(tidemark completion)             # bash, zsh",
      "  tidemark completion fish | source         # fish"
    })
public final class CompletionCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SHELL",
      arity = "0..1",
      defaultValue = "bash",
      description = "bash, zsh or fish; default bash.")
  private String shell;

  @Override
  public void run() {
    CommandLine main = spec.root().commandLine();
    String script =
        switch (shell) {
          case "bash", "zsh" -> AutoComplete.bash(spec.root().name(), main);
          case "fish" -> fish(main);
          default ->
              throw new ConfigException(
                  "no completion for %s; expected bash, zsh or fish".formatted(shell));
        };
    spec.commandLine().getOut().print(script);
  }

  /**
   * Returns the script for fish. It completes the options of a subcommand after its parent command.
   */
  private static String fish(CommandLine main) {
    var lines = new ArrayList<String>();
    main.getSubcommands()
        .forEach(
            (name, command) -> {
              CommandSpec sub = command.getCommandSpec();
              lines.add(
                  "complete -c tidemark -n __fish_use_subcommand -f -a %s -d %s"
                      .formatted(name, quoted(firstSentence(sub.usageMessage().description()))));
              withThoseBelow(command)
                  .flatMap(each -> each.options().stream())
                  .filter(option -> !option.hidden())
                  .map(option -> fish(name, option))
                  .distinct()
                  .forEach(lines::add);
            });
    return String.join("\n", lines) + "\n";
  }

  private static Stream<CommandSpec> withThoseBelow(CommandLine command) {
    return Stream.concat(
        Stream.of(command.getCommandSpec()),
        command.getSubcommands().values().stream().flatMap(CompletionCommand::withThoseBelow));
  }

  private static String fish(String command, OptionSpec option) {
    var line = new StringBuilder("complete -c tidemark -n '__fish_seen_subcommand_from ");
    line.append(command).append("'");
    for (String name : option.names()) {
      line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
    }
    return (option.arity().max() > 0 ? line.append(" -r") : line)
        .append(" -d ")
        .append(quoted(firstSentence(option.description())))
        .toString();
  }

  private static String firstSentence(String... text) {
    return String.join(" ", List.of(text)).split("; |\\. (?=[A-Z])", 2)[0].replaceFirst("\\.$", "");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
