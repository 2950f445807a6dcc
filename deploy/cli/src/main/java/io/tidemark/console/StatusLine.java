package io.tidemark.console;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * Writes lines to standard error, and a status of what is going on. A terminal's status line renews
 * itself; elsewhere a new line comes every 10 s.
 */
public class StatusLine {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  private final PrintWriter err;
  private final boolean quiet;
  private final Terminal terminal;
  private Duration nextLine;
  private boolean isOpen;

  /**
   * @param first the elapsed time at which the first status is due where it can't renew itself
   */
  public StatusLine(PrintWriter err, boolean quiet, Terminal terminal, Duration first) {
    this.err = err;
    this.quiet = quiet;
    this.terminal = terminal;
    this.nextLine = first;
  }

  /**
   * @param logging whether log messages go to the same terminal; then no line renews itself
   */
  public StatusLine(PrintWriter err, boolean quiet, boolean logging, Duration first) {
    this(err, quiet, logging ? Terminal.NONE : Terminal.ofStandardError(), first);
  }

  /** Prints a line, unless the user wants none. */
  public final void note(String line) {
    if (!quiet) {
      print(line);
    }
  }

  public final void warn(String line) {
    print("warning: " + line);
  }

  private void print(String line) {
    ended();
    err.println(line);
    err.flush();
  }

  /** Tells whether the status renews itself. */
  public final boolean looksOn() {
    return !quiet && terminal.columns() > 0;
  }

  /**
   * Shows the status.
   *
   * @param onTerminal text that only a terminal shows, in front of the status
   */
  public final void show(Duration elapsed, String onTerminal, String status) {
    if (quiet) {
      return;
    }
    if (terminal.columns() > 0) {
      String line = onTerminal + status;
      int width = Math.min(line.length(), terminal.columns() - 1);
      err.print("\r" + line.substring(0, width) + "\u001b[K");
      err.flush();
      isOpen = true;
    } else if (elapsed.compareTo(nextLine) >= 0) {
      nextLine = elapsed.plus(BETWEEN_LINES);
      print(status);
    }
  }

  /** Clears the status line, so that the next text can take its row. */
  public final void ended() {
    if (isOpen) {
      err.print("\r\u001b[K");
      err.flush();
      isOpen = false;
    }
  }
}
