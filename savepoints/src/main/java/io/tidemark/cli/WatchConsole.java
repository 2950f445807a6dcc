package io.tidemark.cli;

import io.tidemark.watch.Judgement;
import io.tidemark.watch.WatchObserver;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Shows a watch on standard output: on a terminal as one block that renews itself, elsewhere as a
 * block, or as one line of JSON, every 10 s.
 */
final class WatchConsole implements WatchObserver {
  private static final Duration BETWEEN_BLOCKS = Duration.ofSeconds(10);

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;
  private final boolean quiet;
  private final Terminal terminal;
  private Judgement last;
  private long printedNanos;
  private long renewableLines;

  WatchConsole(PrintWriter out, PrintWriter err, boolean json, boolean quiet, Terminal terminal) {
    this.out = out;
    this.err = err;
    this.json = json;
    this.quiet = quiet;
    this.terminal = terminal;
  }

  /** Null if there was none. */
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
      renew(WatchBlock.of(judgement));
    } else if (due) {
      printedNanos = System.nanoTime();
      out.print(json ? Json.writeLine(judgement) : WatchBlock.of(judgement) + "\n");
      out.flush();
    }
  }

  /** Writes over the former block; every line must fit, or it would take two. */
  private void renew(String block) {
    if (renewableLines > 0) {
      out.print("\u001b[" + renewableLines + "A");
    }
    block
        .lines()
        .map(line -> line.substring(0, Math.min(line.length(), terminal.columns() - 1)))
        .forEach(line -> out.print("\r" + line + "\u001b[K\n"));
    out.print("\u001b[J");
    out.flush();
    renewableLines = block.lines().count();
  }
}
