package io.tidemark.console;

import io.tidemark.report.ReportJson;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of every command: how it prints its result, and how much it says meanwhile. */
public class PrintOptions {
  @Option(names = "--json", description = "Print the result as one JSON object.")
  public boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print no progress.")
  public boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Log to standard error, with stack traces.")
  public boolean verbose;

  /** Starts logging for a command that writes no log file. */
  public final void startLogging() {
    Logging.configure(verbose, Optional.empty());
  }

  /**
   * Prints the result.
   *
   * @param text the result as text for people
   */
  public final void print(PrintWriter out, Record result, String text) {
    out.print(json ? ReportJson.write(result) : text);
    out.flush();
  }
}
