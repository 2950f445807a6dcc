package io.tidemark.console;

import io.tidemark.report.ReportJson;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How a command prints its result, and how much it says meanwhile: what every command takes. */
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

  /** Of a command that writes no log of its own. */
  public final void startLogging() {
    Logging.configure(verbose, Optional.empty());
  }

  /**
   * @param text of the same for people
   */
  public final void print(PrintWriter out, Record result, String text) {
    out.print(json ? ReportJson.write(result) : text);
    out.flush();
  }
}
