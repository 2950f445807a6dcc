package io.tidemark.cli;

import io.tidemark.console.CompletionCommand;
import io.tidemark.console.Exit;
import io.tidemark.console.Terminal;
import io.tidemark.console.Versions;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.NearestKey;
import io.tidemark.run.Interrupts;
import io.tidemark.search.worst.Undos;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point of the command line. */
@Command(
    name = "tidemark",
    description =
        "Finds how much a time series database can take, with your own traffic, and says what stops it.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:failed while running",
      "2:bad usage or configuration",
      "3:measured, but inconclusive",
      "4:measured, and beyond what --fail-if allows",
      "130:interrupted (Ctrl-C); 143 by SIGTERM, 129 by a hang-up"
    },
    footer = {"", "Example: tidemark ceiling"})
public final class Main {
  /** All commands, in the order in which the help lists them. */
  static final List<Class<?>> COMMANDS =
      List.of(
          CeilingCommand.class,
          RunCommand.class,
          WatchCommand.class,
          DiagnoseCommand.class,
          AbCommand.class,
          SizeCommand.class,
          CleanCommand.class,
          SavepointsCommand.class,
          CalibrateCommand.class,
          ProduceCommand.class,
          CaptureCommand.class,
          DeadLettersCommand.class,
          ReportCommand.class,
          ConfigCommand.class);

  private static final int MISTYPED_LETTERS = 2;

  public static void main(String[] arguments) {
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    Undos.ofThisUser().left().forEach(line -> err.println("tidemark: " + line));
    // Threads of Flink or of a client may still run, but what matters has been closed.
    int code = execute(out, err, arguments);
    System.exit(Interrupts.exitCode().orElse(code));
  }

  /** Runs one command and returns its exit code. */
  public static int execute(PrintWriter out, PrintWriter err, String... arguments) {
    boolean verbose = Stream.of(arguments).anyMatch(List.of("-v", "--verbose")::contains);
    CommandLine line =
        commandLine(arguments)
            .setOut(out)
            .setErr(err)
            .setUsageHelpAutoWidth(true)
            .setColorScheme(Help.defaultColorScheme(Terminal.isDumb() ? Ansi.OFF : Ansi.AUTO));
    if (arguments.length == 0) {
      line.usage(err);
      return Exit.BAD_USAGE.code();
    }
    return line.setParameterExceptionHandler(
            (thrown, given) -> {
              String text = firstLine(thrown.getMessage()) + suggestion(thrown);
              complain(thrown.getCommandLine(), text, thrown, verbose);
              return Exit.BAD_USAGE.code();
            })
        .setExecutionExceptionHandler(
            (thrown, command, parsed) -> {
              boolean usage = thrown instanceof ConfigException;
              String text = usage ? thrown.getMessage() : RootCause.of(thrown);
              complain(command, text, thrown, verbose);
              return (usage ? Exit.BAD_USAGE : Exit.FAILED).code();
            })
        .execute(arguments);
  }

  /**
   * Returns a command line that knows only the command that is named, because reading the options
   * of all commands takes longer than some commands run.
   */
  public static CommandLine commandLine(String... arguments) {
    var line = new CommandLine(new Main());
    if (List.of(arguments).equals(List.of("--version"))) {
      return withStandardOptions(line);
    }
    List<Class<?>> named =
        COMMANDS.stream()
            .filter(command -> arguments.length > 0 && name(command).equals(arguments[0]))
            .limit(1)
            .toList();
    (named.isEmpty() ? COMMANDS : named).forEach(line::addSubcommand);
    withStandardOptions(line);
    if (named.isEmpty()) {
      line.addSubcommand(CompletionCommand.class);
      line.addSubcommand(new HelpCommand());
    }
    return line;
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  /** Adds help and version to a command and the commands below it. */
  private static CommandLine withStandardOptions(CommandLine command) {
    command.getCommandSpec().mixinStandardHelpOptions(true).versionProvider(new Versions());
    command.getSubcommands().values().forEach(Main::withStandardOptions);
    return command;
  }

  /** Returns the command or option that a mistyped one was probably meant to be, if one is near. */
  private static String suggestion(ParameterException thrown) {
    if (!(thrown instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    CommandSpec spec = thrown.getCommandLine().getCommandSpec();
    var known = new ArrayList<>(spec.subcommands().keySet());
    known.addAll(spec.optionsMap().keySet());
    String unknown = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
    return NearestKey.within(MISTYPED_LETTERS, unknown, known)
        .map("; did you mean %s?"::formatted)
        .orElse("");
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  /** Prints one line for each problem. */
  private static void complain(
      CommandLine command, String text, Exception thrown, boolean verbose) {
    PrintWriter err = command.getErr();
    text.lines().forEach(line -> err.println("tidemark: " + line));
    if (verbose) {
      thrown.printStackTrace(err);
    }
    err.flush();
  }
}
