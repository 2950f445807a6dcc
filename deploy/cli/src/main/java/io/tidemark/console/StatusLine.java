package io.tidemark.console;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * Lines on standard error, and one that says what goes on: on a terminal it renews itself,
 * elsewhere it comes every 10 s.
 */
public class StatusLine {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  private final PrintWriter err;
  private final boolean quiet;
  private final Terminal terminal;
  private Duration nextLine;
  private boolean isOpen;

  /**
   * @param first when the first status is due where it does not renew itself
   */
  public StatusLine(PrintWriter err, boolean quiet, Terminal terminal, Duration first) {
    this.err = err;
    this.quiet = quiet;
    this.terminal = terminal;
    this.nextLine = first;
  }

  /**
   * @param logging a log is written between our lines, so none of them renews itself
   */
  public StatusLine(PrintWriter err, boolean quiet, boolean logging, Duration first) {
    this(err, quiet, logging ? Terminal.NONE : Terminal.ofStandardError(), first);
  }

  /** Left out where the user wants quiet. */
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

  /** The status renews itself. */
  public final boolean looksOn() {
    return !quiet && terminal.columns() > 0;
  }

  /**
   * @param onTerminal what a terminal shows before it
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

  /** Leaves the renewed line's row to what comes next. */
  public final void ended() {
    if (isOpen) {
      err.print("\r\u001b[K");
      err.flush();
      isOpen = false;
    }
  }
}
