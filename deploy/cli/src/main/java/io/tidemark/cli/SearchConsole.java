package io.tidemark.cli;

import io.tidemark.measure.Amounts;
import io.tidemark.search.SearchObserver;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Shows a search on standard error: a line for each step that is done, and one that says what runs
 * now, which on a terminal renews itself and elsewhere comes every 10 s.
 */
final class SearchConsole implements SearchObserver {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  private final PrintWriter err;
  private final boolean quiet;
  private final Terminal terminal;
  private boolean lineIsOpen;
  private Duration nextLine = Duration.ZERO;

  SearchConsole(PrintWriter err, boolean quiet, Terminal terminal) {
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
    if (quiet) {
      return;
    }
    String line =
        "%s of at most %s  %s%s"
            .formatted(
                Amounts.clock(elapsed),
                Amounts.clock(most),
                step,
                found.isEmpty() ? "" : "  (" + found + ")");
    if (terminal.columns() > 0) {
      renew(line);
    } else if (elapsed.compareTo(nextLine) >= 0) {
      nextLine = elapsed.plus(BETWEEN_LINES);
      print(line);
    }
  }

  private void renew(String line) {
    closeLine();
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
