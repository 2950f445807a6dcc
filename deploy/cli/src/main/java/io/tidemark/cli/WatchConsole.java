package io.tidemark.cli;

import io.tidemark.console.Terminal;
import io.tidemark.report.ReportJson;
import io.tidemark.watch.Judgement;
import io.tidemark.watch.WatchObserver;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/**
 * Shows a watch on standard output: on a terminal as one block that renews itself, elsewhere as a
 * block, or as one line of JSON, every 10 s.
 */
final class WatchConsole implements WatchObserver {
  private static final int USUAL_COLUMNS = 120;
  private static final Duration BETWEEN_BLOCKS = Duration.ofSeconds(10);

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;
  private final boolean quiet;
  private final Terminal terminal;
  private Judgement last;
  private long printedNanos;
  private int renewableLines;

  WatchConsole(PrintWriter out, PrintWriter err, boolean json, boolean quiet, Terminal terminal) {
    this.out = out;
    this.err = err;
    this.json = json;
    this.quiet = quiet;
    this.terminal = terminal;
  }

  /** Returns the latest window; null if there was none. */
  Judgement last() {
    return last;
  }

  @Override
  public void note(String line) {
    if (!quiet) {
      err.println(line);
      err.flush();
    }
  }

  @Override
  public void judged(Judgement judgement) {
    boolean due = last == null || System.nanoTime() - printedNanos >= BETWEEN_BLOCKS.toNanos();
    last = judgement;
    if (!json && terminal.columns() > 0) {
      renew(WatchBlock.of(judgement, terminal.columns() - 1));
    } else if (due) {
      printedNanos = System.nanoTime();
      out.print(
          json ? ReportJson.writeLine(judgement) : WatchBlock.of(judgement, USUAL_COLUMNS) + "\n");
      out.flush();
    }
  }

  /**
   * Writes over the former block. Lines that the terminal has no room for are left out, because the
   * cursor could not get back to them.
   */
  private void renew(String block) {
    if (renewableLines > 0) {
      out.print("\u001b[" + renewableLines + "A");
    }
    List<String> lines = block.lines().limit(terminal.rows() - 1).toList();
    lines.forEach(line -> out.print("\r" + cut(line) + "\u001b[K\n"));
    out.print("\u001b[J");
    out.flush();
    renewableLines = lines.size();
  }

  private String cut(String line) {
    return line.substring(0, Math.min(line.length(), terminal.columns() - 1));
  }
}
