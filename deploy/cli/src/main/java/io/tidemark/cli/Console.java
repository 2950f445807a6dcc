package io.tidemark.cli;

import io.tidemark.console.ProgressBar;
import io.tidemark.console.StatusLine;
import io.tidemark.measure.Amounts;
import io.tidemark.report.ReadsText;
import io.tidemark.run.Observer;
import io.tidemark.run.Totals;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** Shows the progress of a run on standard error. */
final class Console extends StatusLine implements Observer {
  /** The time until the first line where the status can't renew itself. */
  private static final Duration FIRST = Duration.ofSeconds(10);

  /** Totals come with heartbeats, so a rate is measured over several of them. */
  private static final double RATE_SECONDS = 2.5;

  /**
   * A job counts as silent after this time, because a cluster's tasks report only every ten
   * seconds.
   */
  private static final double SILENT_SECONDS = 15;

  private double rateFromSeconds;
  private long rateFromSamples;
  private double samplesPerSecond;

  Console(PrintWriter err, OutputOptions options) {
    super(err, options.quiet, options.verbose, FIRST);
  }

  @Override
  public void progress(Progress progress) {
    if (progress.elapsed().isPresent()) {
      measureRate(progress.elapsed().get(), progress.totals());
      show(progress.elapsed().get(), bar(progress), text(progress));
    }
  }

  private void measureRate(Duration elapsed, Totals totals) {
    double seconds = elapsed.toMillis() / 1e3;
    long samples = totals.acked();
    if (samples < rateFromSamples) {
      // A restart set the total back to that of the last checkpoint.
      rateFromSeconds = seconds;
      rateFromSamples = samples;
      samplesPerSecond = 0;
    }
    if (seconds - rateFromSeconds >= RATE_SECONDS && samples != rateFromSamples) {
      samplesPerSecond = (samples - rateFromSamples) / (seconds - rateFromSeconds);
      rateFromSeconds = seconds;
      rateFromSamples = samples;
    }
    if (silentSeconds(seconds, totals) > 0) {
      samplesPerSecond = 0;
    }
  }

  /**
   * Returns the seconds for which the database has acknowledged none of the pending samples; 0 if
   * they are too few to say so.
   */
  private double silentSeconds(double seconds, Totals totals) {
    double silent = seconds - rateFromSeconds;
    return totals.acked() == rateFromSamples && pending(totals) > 0 && silent >= SILENT_SECONDS
        ? silent
        : 0;
  }

  /**
   * Returns the number of pending samples. Writers may report before amplifiers, which would make
   * it negative.
   */
  private static long pending(Totals totals) {
    return Math.max(0, totals.pending());
  }

  private static String bar(Progress progress) {
    return share(progress).map(ProgressBar::of).orElse("");
  }

  /**
   * Returns the part of the planned time that has passed or, if more, of the files that has been
   * read.
   */
  private static Optional<Double> share(Progress progress) {
    Duration elapsed = progress.elapsed().orElseThrow();
    Optional<Double> ofTime =
        progress.planned().map(planned -> (double) elapsed.toMillis() / planned.toMillis());
    return Stream.of(ofTime, progress.read()).flatMap(Optional::stream).max(Double::compare);
  }

  private static String left(Progress progress) {
    return share(progress)
        .map(share -> ProgressBar.left(progress.elapsed().orElseThrow(), share))
        .orElse("");
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
            .append(Amounts.count(pending(totals)))
            .append(" pending, ")
            .append(totals.count("retries"))
            .append(" retries")
            .append(left(progress));
    double silent = silentSeconds(progress.elapsed().orElseThrow().toMillis() / 1e3, totals);
    if (silent > 0) {
      text.append(", nothing acknowledged for %s s".formatted(Amounts.whole(silent)));
    }
    if (totals.count("samplesDeadLettered") > 0) {
      text.append(", ").append(totals.count("samplesDeadLettered")).append(" dead-lettered");
    }
    progress.reads().ifPresent(reads -> text.append("; ").append(ReadsText.of(reads)));
    return text.append(progress.stopping() ? ", stopping" : "").toString();
  }
}
