package io.tidemark.benchmarks;

import io.tidemark.benchmarks.result.Machine;
import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.benchmarks.result.Versions;
import io.tidemark.job.config.DurationText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The call of a command, with helpers that all commands share. */
public final class Invocation {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this.")
  private boolean help;

  private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  /** Returns the folder of the sources. */
  public Path root() {
    return Path.of(System.getProperty("tidemark.root")).toAbsolutePath().normalize();
  }

  public PrintWriter out() {
    return spec.commandLine().getOut();
  }

  public PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Returns the command line that repeats the call. */
  public String command() {
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    return (spec.name() + " " + String.join(" ", arguments)).strip();
  }

  /** Returns the time of the call in ISO 8601, UTC. */
  public String started() {
    return started.toString();
  }

  /** Returns the result of a benchmark that was measured here with the current build. */
  public ResultFile result(String benchmark, String method, List<Row> rows) {
    return new ResultFile(
        benchmark, started(), command(), method, Machine.here(), Versions.of(root()), rows);
  }

  public void print(String text) {
    out().print(text);
    out().flush();
  }

  /**
   * Parses the duration that an option was given.
   *
   * @throws ParameterException if the text is no duration
   */
  public Duration duration(String option, String text) {
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  /** Returns the exception for a command that can't be used like this. */
  public ParameterException misused(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
