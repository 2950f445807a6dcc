package io.tidemark.cli;

import io.tidemark.ramp.SearchObserver;
import io.tidemark.report.Amounts;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Shows a search on standard error: a line for each step that is done, and on a terminal one that
 * says what runs now.
 */
final class SearchConsole implements SearchObserver {
  private final PrintWriter err;
  private final boolean quiet;
  private final Terminal terminal;
  private boolean lineIsOpen;

  private SearchConsole(PrintWriter err, boolean quiet, Terminal terminal) {
    this.err = err;
    this.quiet = quiet;
    this.terminal = terminal;
  }

  /**
   * @param logging a log is written between our lines, so none of them renews itself
   */
  static SearchConsole of(PrintWriter err, boolean quiet, boolean logging) {
    return new SearchConsole(err, quiet, logging ? Terminal.NONE : Terminal.ofStandardError());
  }

  @Override
  public void note(String line) {
    if (!quiet) {
      print(line);
    }
  }

  @Override
  public void warn(String line) {
    print("warning: " + line);
  }

  @Override
  public void step(String step, String found, Duration elapsed, Duration most) {
    if (quiet || terminal.columns() == 0) {
      return;
    }
    closeLine();
    String line =
        "%s of at most %s  %s%s"
            .formatted(
                Amounts.clock(elapsed),
                Amounts.clock(most),
                step,
                found.isEmpty() ? "" : "  (" + found + ")");
    err.print(
        line.length() < terminal.columns() ? line : line.substring(0, terminal.columns() - 1));
    err.flush();
    lineIsOpen = true;
  }

  @Override
  public void measured(String line) {
    note(line);
  }

  @Override
  public void ended() {
    closeLine();
  }

  private void print(String line) {
    closeLine();
    err.println(line);
    err.flush();
  }

  private void closeLine() {
    if (lineIsOpen) {
      err.print("\r\u001b[K");
      err.flush();
      lineIsOpen = false;
    }
  }
}
