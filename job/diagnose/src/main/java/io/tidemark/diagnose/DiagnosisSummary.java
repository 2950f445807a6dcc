package io.tidemark.diagnose;

import io.tidemark.ceiling.Cause;
import io.tidemark.measure.Amounts;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of a diagnosis for a terminal, in the order of a search's summary. */
public final class DiagnosisSummary {
  /** Less probable causes are not shown. */
  private static final double SHOWN = 0.05;

  private final StringBuilder text = new StringBuilder();

  private DiagnosisSummary() {}

  public static String of(Diagnosis diagnosis) {
    var summary = new DiagnosisSummary();
    summary.processes(diagnosis);
    summary.parts(diagnosis);
    summary.regimes(diagnosis);
    summary.verdict(diagnosis);
    return summary.text.toString();
  }

  private void processes(Diagnosis diagnosis) {
    for (Diagnosis.Process each : diagnosis.processes()) {
      line(
          "%-12s %s: %s%s, %d pages",
          "process",
          each.name(),
          each.role(),
          each.product().isEmpty()
              ? ""
              : " (%s%s)"
                  .formatted(each.product(), each.version() == null ? "" : " " + each.version()),
          each.pages());
    }
    line("");
  }

  private void parts(Diagnosis diagnosis) {
    if (diagnosis.parts().isEmpty()) {
      return;
    }
    line(
        "%-12s %12s %9s %9s %9s %10s %9s",
        "from (UTC)", "samples/s", "db CPU", "slots", "storage", "in flight", "behind");
    for (Diagnosis.Part each : diagnosis.parts()) {
      line(
          "%-12s %12s %9s %9s %9s %10s %9s%s",
          each.from().substring(11, 19),
          each.samplesPerSecond() == null ? "-" : Amounts.count(each.samplesPerSecond()),
          percent(each.databaseCpuShare()),
          percent(each.slotsShare()),
          percent(each.storageShare()),
          each.sendersInFlight() == null ? "-" : Amounts.significant(each.sendersInFlight(), false),
          each.behind() == null ? "-" : each.behind() ? "yes" : "no",
          each.leftOut() == null ? "" : "  left out: " + each.leftOut());
    }
    line("");
  }

  private void regimes(Diagnosis diagnosis) {
    for (Diagnosis.Regime each : diagnosis.regimes()) {
      line(
          "%-12s %s to %s: %s samples/s (%s), %s%s%s",
          "regime",
          each.from().substring(11, 19),
          each.to().substring(11, 19),
          Amounts.count(each.samplesPerSecond()),
          Amounts.activeSeries(each.samplesPerSecond()),
          each.cause(),
          each.probability() == null
              ? ""
              : " (%s)".formatted(Amounts.hundredths(each.probability())),
          each.begins() == null ? "" : "; begins " + each.begins());
    }
    if (!diagnosis.regimes().isEmpty()) {
      line("");
    }
  }

  private void verdict(Diagnosis diagnosis) {
    line(
        "%-12s %s%s",
        "cause",
        diagnosis.cause(),
        diagnosis.cause() == Cause.INCONCLUSIVE
            ? ""
            : " (%s)".formatted(Amounts.hundredths(first(diagnosis))));
    if (diagnosis.end() != null) {
      line("%-12s %s", "end", diagnosis.end());
    }
    if (!diagnosis.probabilities().isEmpty()) {
      line("%-12s %s", "probable", probable(diagnosis.probabilities()));
    }
    if (!diagnosis.next().isEmpty()) {
      line("%-12s %s", "next", probable(diagnosis.next()));
    }
    if (diagnosis.noSingle() >= SHOWN) {
      line(
          "%-12s %s that no single remedy is enough",
          "several", Amounts.hundredths(diagnosis.noSingle()));
    }
    if (diagnosis.othersLoad() >= SHOWN) {
      line(
          "%-12s %s that less of what else runs on the database's cores helps",
          "others", Amounts.hundredths(diagnosis.othersLoad()));
    }
    for (Diagnosis.Evidence each : diagnosis.evidence()) {
      line("%-12s %s: %s", "evidence", each.reading(), each.value());
      if (each.query() != null) {
        line("%-12s   %s", "", each.query());
      }
    }
    diagnosis.missing().forEach(each -> line("%-12s %s", "missing", each));
    diagnosis.advice().forEach(each -> line("%-12s %s", "advice", each));
    diagnosis.warnings().forEach(each -> line("%-12s %s", "warning", each));
    line(
        "%-12s pages are %s s apart: shorter events are not seen; %s, so nothing is more probable"
            + " than %s",
        "resolution",
        Amounts.significant(diagnosis.secondsApart(), true),
        diagnosis.atMost() < 0.9
            ? "the load was about the same all the time"
            : "nothing was changed to prove it",
        Amounts.tenths(diagnosis.atMost()));
    line("");
    line("%s", diagnosis.sentence());
  }

  private static double first(Diagnosis diagnosis) {
    return diagnosis.probabilities().getOrDefault(diagnosis.cause(), 0.0);
  }

  private static String probable(Map<Cause, Double> probabilities) {
    String shown =
        probabilities.entrySet().stream()
            .filter(each -> each.getValue() >= SHOWN)
            .map(each -> each.getKey() + " " + Amounts.hundredths(each.getValue()))
            .collect(Collectors.joining(", "));
    return (shown.isEmpty() ? "every cause" : shown + "; every other")
        + " less than "
        + Amounts.hundredths(SHOWN);
  }

  private static String percent(Double share) {
    return share == null ? "-" : Amounts.percent(share);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
