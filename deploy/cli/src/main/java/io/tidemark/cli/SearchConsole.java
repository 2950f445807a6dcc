package io.tidemark.cli;

import io.tidemark.measure.Amounts;
import io.tidemark.search.SearchObserver;
import java.io.PrintWriter;
import java.time.Duration;

/** Shows a search on standard error: a line for each step that is done, and what runs now. */
final class SearchConsole implements SearchObserver {
  private final StatusLine status;

  SearchConsole(StatusLine status) {
    this.status = status;
  }

  static SearchConsole of(PrintWriter err, boolean quiet, boolean logging) {
    return new SearchConsole(StatusLine.of(err, quiet, logging, Duration.ZERO));
  }

  @Override
  public void note(String line) {
    status.note(line);
  }

  @Override
  public void warn(String line) {
    status.warn(line);
  }

  @Override
  public void step(String step, String found, Duration elapsed, Duration most) {
    status.show(
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
    status.note(line);
  }

  @Override
  public void ended() {
    status.close();
  }
}
