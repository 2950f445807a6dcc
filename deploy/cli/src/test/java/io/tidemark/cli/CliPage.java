package io.tidemark.cli;

import io.tidemark.testing.check.Rewrap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The commands as a page in Markdown, from what picocli knows of them. */
final class CliPage {
  /** What so many commands have in the same words is said once. */
  private static final int SHARED = 3;

  private static final Pattern CODE_OR_OPTION =
      Pattern.compile("`[^`]*`|(?<![\\w`-])--?[a-z][a-z-]*");

  private static final List<String> STANDARD = List.of("--help", "--version");

  private static final String INTRODUCTION =
      """
      # Commands

      `./tidemark help COMMAND` prints the same with examples. Every command has `-h`, `--help` and `-V`, `--version`.
      `source <(./tidemark completion)` completes commands and options in bash and zsh, `./tidemark completion fish |
      source` in fish.
      Results go to standard output, progress and errors to standard error. `./tidemark check` and `./tidemark test` are
      for [contributors](contributing/testing.md); `--install`, beside any command, agrees to installing what is missing.

      """;

  /** An option or a parameter: what it is called, and what it says. */
  private record Argument(String name, String meaning) {
    static Argument of(ArgSpec spec) {
      String label = spec.paramLabel();
      String name =
          spec instanceof OptionSpec option
              ? Stream.of(option.names()).map("`%s`"::formatted).collect(Collectors.joining(", "))
                  + (option.arity().max() > 0 ? " `" + label + "`" : "")
              : "`" + label + "`";
      return new Argument(name, text(spec.description()));
    }

    /** Not a row of a table: there, a bar in a name would end the cell. */
    String item() {
      return "- %s: %s\n".formatted(name, meaning);
    }
  }

  private final CommandSpec main;
  private final Map<CommandSpec, List<Argument>> arguments = new LinkedHashMap<>();

  private CliPage(CommandLine line) {
    main = line.getCommandSpec();
    line.getSubcommands().values().stream()
        .filter(each -> Main.COMMANDS.contains(each.getCommandSpec().userObject().getClass()))
        .forEach(this::add);
  }

  static String of(CommandLine line) {
    return new CliPage(line).page();
  }

  private void add(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    var of = new ArrayList<Argument>();
    spec.positionalParameters().forEach(parameter -> of.add(Argument.of(parameter)));
    spec.options().stream()
        .filter(option -> !option.hidden() && !STANDARD.contains(option.longestName()))
        .map(Argument::of)
        .forEach(of::add);
    arguments.put(spec, of);
    line.getSubcommands().values().forEach(this::add);
  }

  private String page() {
    var shared = new LinkedHashMap<Argument, List<String>>();
    arguments.forEach(
        (spec, of) ->
            of.forEach(
                each -> shared.computeIfAbsent(each, a -> new ArrayList<>()).add(name(spec))));
    shared.values().removeIf(commands -> commands.size() < SHARED);

    var text = new StringBuilder(INTRODUCTION);
    text.append("| exit code | when |\n|---|---|\n");
    main.usageMessage()
        .exitCodeList()
        .forEach((code, when) -> text.append("| %s | %s |\n".formatted(code.strip(), when)));
    text.append("\n## Options that several commands have\n");
    text.append("| option | meaning | of |\n|---|---|---|\n");
    shared.forEach(
        (argument, commands) ->
            text.append(
                "| %s | %s | %s |\n".formatted(argument.name, argument.meaning, of(commands))));
    arguments.forEach(
        (spec, of) -> {
          text.append("\n## %s\n%s\n".formatted(name(spec), prose(spec)));
          List<Argument> own = of.stream().filter(each -> !shared.containsKey(each)).toList();
          if (!own.isEmpty()) {
            text.append('\n');
            own.forEach(each -> text.append(each.item()));
          }
        });
    return Rewrap.rewrapped("docs/cli.md", text.toString());
  }

  /** One that has no options itself, only commands below it, is no exception. */
  private String of(List<String> commands) {
    long all = arguments.values().stream().filter(each -> !each.isEmpty()).count();
    return commands.size() == all ? "all" : String.join(", ", commands);
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName().replaceFirst("^tidemark ", "");
  }

  private static String prose(CommandSpec spec) {
    return text(spec.usageMessage().description());
  }

  /**
   * Options in it are set as code, which also lets a line begin with one; what is code stays so.
   */
  private static String text(String... lines) {
    String text = String.join(" ", lines).replace("%%", "%").replace("|", "\\|");
    return CODE_OR_OPTION
        .matcher(text)
        .replaceAll(
            found -> found.group().startsWith("`") ? found.group() : "`" + found.group() + "`");
  }
}
