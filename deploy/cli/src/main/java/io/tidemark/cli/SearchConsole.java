package io.tidemark.cli;

import io.tidemark.console.StatusLine;
import io.tidemark.console.Terminal;
import io.tidemark.measure.Amounts;
import io.tidemark.search.SearchObserver;
import java.io.PrintWriter;
import java.time.Duration;

/** Shows a search on standard error: one line for each step that is done, and the current one. */
final class SearchConsole extends StatusLine implements SearchObserver {
  SearchConsole(PrintWriter err, OutputOptions options) {
    super(err, options.quiet, options.verbose, Duration.ZERO);
  }

  SearchConsole(PrintWriter err, boolean quiet, Terminal terminal) {
    super(err, quiet, terminal, Duration.ZERO);
  }

  @Override
  public void step(String step, String found, Duration elapsed, Duration most) {
    show(
        elapsed,
        "",
        "%s of at most %s  %s%s"
            .formatted(
                Amounts.clock(elapsed),
                Amounts.clock(most),
                step,
                found.isEmpty() ? "" : "  (" + found + ")"));
  }

  @Override
  public void measured(String line) {
    note(line);
  }
}
