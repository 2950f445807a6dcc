package io.tidemark.report;

import io.tidemark.ceiling.Finding;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.result.AmplificationRow;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Step;
import io.tidemark.ceiling.series.SeriesCurve;
import io.tidemark.ceiling.series.SeriesRow;
import io.tidemark.job.config.RunLabel;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Task;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.queried.QueryCurve;
import io.tidemark.slo.Worst;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Text for a terminal about a search's result: the table of steps, the evidence, and one sentence.
 */
public final class CeilingSummary {
  private final StringBuilder text = new StringBuilder();

  private CeilingSummary() {}

  public static String of(CeilingResult result) {
    var summary = new CeilingSummary();
    summary.steps(result);
    summary.amplification(result);
    summary.series(result);
    summary.worst(result);
    summary.queries(result);
    summary.verdict(result);
    return summary.text.toString();
  }

  private void steps(CeilingResult result) {
    line(
        "%-12s %9s %12s %9s %9s %9s %8s %8s %8s",
        "step",
        "in flight",
        "samples/s",
        "p50 ms",
        "p99 ms",
        "waits",
        "held up",
        "job CPU",
        "db CPU");
    for (Step step : result.steps()) {
      Window window = step.window();
      line(
          "%-12s %9d %12s %9s %9s %9s %8s %8s %8s%s",
          step.phase(),
          window.load().inFlight(),
          Amounts.count(window.throughput().samplesPerSecond()),
          number(window.requests().p50Millis()),
          number(window.requests().p99Millis()),
          Amounts.percent(window.inFlight().permitWaitShare()),
          heldUp(window.task("amplify")),
          Amounts.hundredths(window.job().cpuCores()),
          window.database() == null || window.database().cpuCoresUsed() == null
              ? "-"
              : Amounts.hundredths(window.database().cpuCoresUsed()),
          window.valid() ? "" : "  not valid: " + String.join("; ", window.invalid()));
    }
    line("");
  }

  private void amplification(CeilingResult result) {
    if (result.amplification().isEmpty()) {
      return;
    }
    line(
        "%-12s %4s %4s %14s %14s %11s",
        "parallelism", "M", "N", "expected/min", "actual/min", "efficiency");
    for (AmplificationRow row : result.amplification()) {
      line(
          "%-12d %4d %4s %14s %14s %11s",
          row.parallelism(),
          row.m(),
          Amounts.significant(row.n(), true),
          Amounts.count(row.expectedPerMinute()),
          Amounts.count(row.actualPerMinute()),
          Amounts.percent(row.efficiency()));
    }
    line("");
  }

  private void series(CeilingResult result) {
    SeriesCurve curve = result.series();
    if (curve == null) {
      return;
    }
    line(
        "%12s %12s %12s %9s %11s %11s",
        "series", "new a minute", "samples/s", "db CPU", "db memory", "reads index");
    for (SeriesRow row : curve.rows()) {
      line(
          "%12s %12s %12s %9s %11s %11s  %s",
          Amounts.count(row.series()),
          Amounts.count(row.newPerMinute()),
          Amounts.count(row.samplesPerSecond()),
          number(row.cpuCores()),
          row.residentBytes() == null ? "-" : Amounts.bytes(row.residentBytes()),
          row.slowShare() == null ? "-" : Amounts.percent(row.slowShare()),
          row.carried() ? "carried" : "too many");
    }
    String each = curve.each();
    if (!each.isEmpty() && curve.price() == null) {
      line("%-12s %s", "one more", each);
    }
    line("");
  }

  private void worst(CeilingResult result) {
    if (result.worst() == null) {
      return;
    }
    line("%-12s %12s %6s  %s", "event", "samples/s", "holds", "above that");
    for (Worst.Through through : result.worst().events()) {
      line(
          "%-12s %12s %6d  %s",
          through.event(),
          Amounts.orDash(through.rate().samplesPerSecond()),
          through.rate().holds(),
          through.limit());
    }
    line("");
  }

  private void queries(CeilingResult result) {
    QueryCurve curve = result.queries();
    if (curve == null) {
      return;
    }
    line(
        "%10s %10s %9s %9s %8s %12s %9s %9s",
        "queries/s", "answered", "p50 ms", "p99 ms", "failed", "samples/s", "db CPU", "visible");
    for (QueryCurve.Row row : curve.rows()) {
      line(
          "%10s %10s %9s %9s %8s %12s %9s %9s  %s",
          Amounts.significant(row.asked(), true),
          Amounts.significant(row.answered(), true),
          number(row.p50Millis()),
          number(row.p99Millis()),
          Amounts.percent(row.failedShare()),
          Amounts.count(row.samplesPerSecond()),
          number(row.cpuCores()),
          number(row.freshnessP99Millis()),
          row.carried() ? "answered" : row.why());
    }
    line("");
  }

  private void verdict(CeilingResult result) {
    line(
        "%-12s %s (confidence: %s)",
        "cause", result.cause(), result.confidence().name().toLowerCase(Locale.ROOT));
    probable(result);
    if (result.ceilingSamplesPerSecond() != null && !result.isAtOneRate()) {
      line("%-12s %s", "means", Amounts.activeSeries(result.ceilingSamplesPerSecond()));
    }
    for (Finding finding : result.evidence()) {
      line("%-12s %s", "evidence", finding);
    }
    if (!result.gains().isEmpty()) {
      line(
          "%-12s %s",
          "gain",
          result.gains().entrySet().stream()
              .map(
                  gain ->
                      "%s %s×"
                          .formatted(
                              gain.getKey(),
                              Amounts.range(result.atLeast(gain.getKey()), gain.getValue())))
              .collect(Collectors.joining(", ", "throughput with its remedy: ", "")));
    }
    for (Intervention change : result.interventions()) {
      line(
          "%-12s %s: %s%s",
          "changed",
          change.changed(),
          Amounts.change(change.after() / change.before() - 1),
          after("; ", CauseProbabilities.effect(result, change)));
    }
    result
        .reads()
        .ifPresent(
            reads -> line("%-12s %s", "readers", ReadsText.beside(reads, result.withoutReaders())));
    String others = ReadsText.others(result);
    if (others != null) {
      line("%-12s %s", "others read", others);
    }
    var slots = result.slots();
    if (slots != null && slots.estimated() != null) {
      line(
          "%-12s %s requests at once (%s to %s)%s%s",
          "works on",
          Amounts.hundredths(slots.estimated()),
          number(slots.low()),
          number(slots.high()),
          slots.reported() == null
              ? ""
              : ", it has %s slots".formatted(Amounts.whole(slots.reported())),
          "cpu".equals(slots.limitedBy())
              ? "; that many keep its CPU busy, so this is no limit"
              : "");
    }
    if (result.jobCeilingSamplesPerSecond() != null) {
      line(
          "%-12s %s samples/s without a database",
          "job", Amounts.count(result.jobCeilingSamplesPerSecond()));
    }
    if (result.withoutJobSamplesPerSecond() != null) {
      line(
          "%-12s %s samples/s with the database on a host of its own",
          "alone", Amounts.count(result.withoutJobSamplesPerSecond()));
    }
    if (result.hostCores() != null) {
      line("%-12s %s", "cores", CeilingPage.cores(result.hostCores()));
    }
    if (result.aged() != null) {
      line("%-12s %s", "began with", result.aged().past());
    }
    if (result.newSeries() != null) {
      line("%-12s %s", "new series", result.newSeries().words());
    }
    if (result.midnight() != null) {
      line("%-12s %s", "midnight", result.midnight().sentence());
    }
    for (String advice : result.advice()) {
      line("%-12s %s", "advice", advice);
    }
    for (ForecastLine forecast : ForecastLine.of(result.forecast())) {
      line("%-12s %s", "forecast", forecast.text());
    }
    if (result.runLabel() != null) {
      line("%-12s %s", "label", RunLabel.sentence(result.runLabel()));
    }
    line("");
    line("%s", result.sentence());
  }

  private static String after(String separator, String words) {
    return words.isEmpty() ? "" : separator + words;
  }

  private void probable(CeilingResult result) {
    Probabilities told = result.probabilities();
    if (told != null) {
      line(
          "%-12s %s",
          "probable",
          told.told() ? CauseProbabilities.words(told) : "can't be told: " + told.untold());
    }
  }

  /**
   * Returns the share of time in which the amplifier was backpressured, because the writers waited.
   */
  private static String heldUp(Task amplifier) {
    return amplifier == null || amplifier.backpressured() == null
        ? "-"
        : Amounts.percent(amplifier.backpressured());
  }

  private static String number(Double value) {
    return value == null ? "-" : Amounts.significant(value, false);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
