package io.tidemark.cli;

import io.tidemark.measure.Amounts;
import io.tidemark.run.Observer;
import io.tidemark.run.Totals;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Shows a run on standard error: on a terminal as one line that renews itself, elsewhere as a line
 * every 10 s.
 */
final class Console implements Observer {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  /** Totals come in steps of a heartbeat: a rate needs a span of several. */
  private static final double RATE_SECONDS = 2.5;

  private final PrintWriter err;
  private final boolean quiet;
  private final Terminal terminal;
  private Duration lastLine = Duration.ZERO;
  private double rateFromSeconds;
  private long rateFromSamples;
  private double samplesPerSecond;
  private boolean lineIsOpen;

  private Console(PrintWriter err, boolean quiet, Terminal terminal) {
    this.err = err;
    this.quiet = quiet;
    this.terminal = terminal;
  }

  /**
   * @param logging a log is written between our lines, so none of them renews itself
   */
  static Console of(PrintWriter err, boolean quiet, boolean logging) {
    return new Console(err, quiet, logging ? Terminal.NONE : Terminal.ofStandardError());
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

  private void print(String line) {
    closeLine();
    err.println(line);
    err.flush();
  }

  @Override
  public void progress(Progress progress) {
    if (quiet || progress.elapsed().isEmpty()) {
      return;
    }
    Duration elapsed = progress.elapsed().get();
    measureRate(elapsed, progress.totals());
    if (terminal.columns() > 0) {
      String line = bar(progress) + text(progress);
      int width = Math.min(line.length(), terminal.columns() - 1);
      err.print("\r" + line.substring(0, width) + "\u001b[K");
      err.flush();
      lineIsOpen = true;
    } else if (elapsed.minus(lastLine).compareTo(BETWEEN_LINES) >= 0) {
      lastLine = elapsed;
      print(text(progress));
    }
  }

  private void measureRate(Duration elapsed, Totals totals) {
    double seconds = elapsed.toMillis() / 1e3;
    long samples = totals.acked();
    if (samples < rateFromSamples) {
      // A restart went back to the last checkpoint.
      rateFromSeconds = seconds;
      rateFromSamples = samples;
      samplesPerSecond = 0;
    }
    if (seconds - rateFromSeconds >= RATE_SECONDS && samples != rateFromSamples) {
      samplesPerSecond = (samples - rateFromSamples) / (seconds - rateFromSeconds);
      rateFromSeconds = seconds;
      rateFromSamples = samples;
    }
  }

  private static String bar(Progress progress) {
    if (progress.planned().isEmpty()) {
      return "";
    }
    double share =
        (double) progress.elapsed().orElseThrow().toMillis() / progress.planned().get().toMillis();
    int full = (int) Math.min(20, 20 * share);
    return "[" + "#".repeat(full) + ".".repeat(20 - full) + "] ";
  }

  private String text(Progress progress) {
    var totals = progress.totals();
    var text =
        new StringBuilder()
            .append(Amounts.clock(progress.elapsed().orElseThrow()))
            .append(progress.planned().map(planned -> "/" + Amounts.clock(planned)).orElse(""))
            .append("  ")
            .append(Amounts.count(totals.acked()))
            .append(" samples, ")
            .append(Amounts.count(samplesPerSecond))
            .append("/s, ")
            .append(Amounts.count(totals.pending()))
            .append(" pending, ")
            .append(totals.count("retries"))
            .append(" retries");
    if (totals.count("samplesDeadLettered") > 0) {
      text.append(", ").append(totals.count("samplesDeadLettered")).append(" dead-lettered");
    }
    return text.append(progress.stopping() ? ", stopping" : "").toString();
  }

  @Override
  public void ended() {
    closeLine();
  }

  /** Leaves the renewed line's row to what comes next. */
  private void closeLine() {
    if (lineIsOpen) {
      err.print("\r\u001b[K");
      err.flush();
      lineIsOpen = false;
    }
  }
}
