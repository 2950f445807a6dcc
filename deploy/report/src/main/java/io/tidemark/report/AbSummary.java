package io.tidemark.report;

import static io.tidemark.report.AbPage.percent;

import io.tidemark.ab.AbResult;
import io.tidemark.ab.AbResult.MeasureEffect;
import io.tidemark.ab.AbRun;
import io.tidemark.job.config.RunLabel;
import io.tidemark.judge.Finding;
import io.tidemark.judge.Judgement;
import io.tidemark.measure.Amounts;

/** Makes a compact table of a comparison for people. */
public final class AbSummary {
  private AbSummary() {}

  public static String of(AbResult result) {
    var text = new StringBuilder(result.sentence()).append("\n\n");
    if (result.judgement() != null) {
      judged(result.judgement(), text);
    }
    text.append(
        "%-42s %12s %12s  %9s  %-22s %s%n"
            .formatted(
                result.judgement() == null ? "" : "all that was measured",
                "A",
                "B",
                "B over A",
                result.judgement() == null ? "95 % interval" : "interval",
                "smallest shown"));
    for (MeasureEffect measure : result.measures()) {
      text.append(
          "%-42s %12s %12s  %9s  %-22s %s%n"
              .formatted(
                  measure.name() + ", " + measure.unit(),
                  Amounts.count(measure.a()),
                  Amounts.count(measure.b()),
                  percent(measure.effect()),
                  percent(measure.low()) + " to " + percent(measure.high()),
                  AbPage.size(measure.minimumDetectableEffect())));
    }
    result.measures().stream()
        .flatMap(measure -> AbPage.inSeries(measure).stream())
        .forEach(means -> text.append("\nmeans      ").append(means));
    text.append("\nruns       ");
    for (AbRun run : result.runs()) {
      text.append(run.arm()).append(run.invalid().isEmpty() ? " " : "(not valid) ");
    }
    int repeated = result.repeated().values().stream().mapToInt(Integer::intValue).sum();
    text.append(repeated > 0 ? "(repeated: %s)".formatted(result.repeated()) : "");
    text.append("\nrange      ").append(result.range());
    text.append("\nsavepoint  ").append(result.savepoint()).append("\n");
    result.runs().stream()
        .flatMap(run -> RunLabel.nameIn(run.label()).stream())
        .findFirst()
        .ifPresent(
            name ->
                text.append(
                    "labels     %s=%s-…; to delete them: %s%n"
                        .formatted(RunLabel.KEY, name, RunLabel.deletion(name))));
    return text.toString();
  }

  private static void judged(Judgement judgement, StringBuilder text) {
    for (Finding finding : judgement.findings()) {
      text.append(
          finding.untold() == null
              ? "%-16s %s, smallest shown %s%n"
                  .formatted(
                      finding.metric().word(),
                      AbPage.effect(finding),
                      AbPage.size(finding.minimumDetectableEffect()))
              : "%-16s unknown: %s%n".formatted(finding.metric().word(), finding.untold()));
    }
    judgement
        .limits()
        .forEach(
            limit ->
                text.append(
                    "%-16s %s: %s%n"
                        .formatted(
                            limit.text(), AbPage.rated(limit.outcome()).word(), limit.why())));
    if (judgement.merges() != null) {
      text.append("merges           ").append(judgement.merges()).append("\n");
    }
    text.append("\n");
  }
}
