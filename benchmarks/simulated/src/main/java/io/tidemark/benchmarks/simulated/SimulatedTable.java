package io.tidemark.benchmarks.simulated;

import io.tidemark.benchmarks.lab.score.Interval;
import io.tidemark.benchmarks.simulated.SimulatedCommand.Compared;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Results as text, for a terminal. */
final class SimulatedTable {
  private SimulatedTable() {}

  static String of(Said.Mode mode, Summary summary) {
    var text = new StringBuilder();
    text.append("## %s: %d set-ups\n\n".formatted(words(mode), summary.setups()));
    text.append("| | rules | plain rule |\n|---|---:|---:|\n");
    line(text, "right", summary.right(), summary.plain().get("right"));
    line(text, "wrong", summary.wrong(), summary.plain().get("wrong"));
    line(
        text,
        "right, of those with a verdict",
        summary.rightOfNamed(),
        summary.plain().get("rightOfNamed"));
    line(
        text,
        "right, of the %d that there is a word for".formatted(summary.nameable()),
        summary.rightOfNameable(),
        summary.plain().get("rightOfNameable"));
    rows(text, "named", summary.byCause());
    rows(text, "confidence", summary.byConfidence());
    rows(text, "what limits it", summary.byLimit());
    judges(text, summary.judges());
    text.append(
        "\nmap of the posterior, trained on all: %.3f + %.3f logit p\n"
            .formatted(summary.map()[0], summary.map()[1]));
    text.append(
        "\npromised ÷ realised gain of %d promises: × %.2f (%.2f to %.2f), spread × %.2f\n"
            .formatted(
                summary.promises().promises(),
                Math.exp(summary.promises().bias().value()),
                Math.exp(summary.promises().bias().low()),
                Math.exp(summary.promises().bias().high()),
                Math.exp(summary.promises().spread())));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, Interval rules, Interval plain) {
    text.append("| %s | %s | %s |\n".formatted(name, percent(rules), percent(plain)));
  }

  private static void rows(StringBuilder text, String name, Map<?, Summary.Row> rows) {
    text.append("\n| %s | set-ups | right | wrong | share right |\n".formatted(name));
    text.append("|---|---:|---:|---:|---:|\n");
    rows.forEach(
        (key, row) ->
            text.append(
                "| %s | %d | %d | %d | %s |\n"
                    .formatted(key, row.cases(), row.right(), row.wrong(), percent(row.share()))));
  }

  private static void judges(StringBuilder text, Map<String, Judge> judges) {
    text.append(
        "\nThe cause of the highest probability; Brier and log score, each cause an event\n\n");
    text.append(
        "| by | right | at ≥ 0.6 | of these right | at ≥ 0.85 | of these right | Brier | log |\n");
    text.append("|---|---:|---:|---:|---:|---:|---:|---:|\n");
    judges.forEach(
        (name, judge) ->
            text.append(
                "| %s | %s | %d | %s | %d | %s | %.4f | %.4f |\n"
                    .formatted(
                        name,
                        percent(judge.right()),
                        judge.likely().cases(),
                        percent(judge.likely().right()),
                        judge.sure().cases(),
                        percent(judge.sure().right()),
                        judge.brier(),
                        judge.log())));
    text.append("\n| by | probability | events | mean | observed | holds |\n");
    text.append("|---|---|---:|---:|---:|---|\n");
    judges.forEach((name, judge) -> judge.bins().forEach(bin -> bin(text, name, bin)));
  }

  private static void bin(StringBuilder text, String name, Judge.Bin bin) {
    text.append(
        "| %s | %.2f to %.2f | %d | %.3f | %.3f (%.3f–%.3f) | %s |\n"
            .formatted(
                name,
                bin.from(),
                bin.to(),
                bin.events(),
                bin.mean(),
                bin.observed().value(),
                bin.observed().low(),
                bin.observed().high(),
                bin.holds() ? "yes" : "no"));
  }

  static String of(Compared compared) {
    return "searches right where something limits: first simulator %s, second %s: %.1f points less\n"
        .formatted(percent(compared.first()), percent(compared.second()), 100 * compared.drop());
  }

  static String of(List<Metamorphic> rows) {
    return "| change | mode | truth stays | same cause | still right |\n|---|---|---:|---:|---:|\n"
        + rows.stream()
            .map(
                row ->
                    "| %s | %s | %s | %s | %s |\n"
                        .formatted(
                            row.change().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                            words(row.mode()),
                            percent(row.truthStayed()),
                            percent(row.causeStayed()),
                            percent(row.causeStillRight())))
            .collect(Collectors.joining());
  }

  static String named(List<Judged> cases) {
    return "| case | what limits it | search | watch |\n|---|---|---|---|\n"
        + cases.stream()
            .map(
                each ->
                    "| %s | %s | %s | %s |\n"
                        .formatted(
                            each.name(),
                            each.right(),
                            said(each, Said.Mode.SEARCH),
                            said(each, Said.Mode.WATCH)))
            .collect(Collectors.joining());
  }

  private static String said(Judged judged, Said.Mode mode) {
    Said said = judged.said().get(mode);
    return "%s, %s: %s".formatted(said.cause(), said.confidence(), judged.outcome(mode));
  }

  private static String words(Said.Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private static String percent(Interval share) {
    return "%.0f %% (%.0f–%.0f)"
        .formatted(100 * share.value(), 100 * share.low(), 100 * share.high());
  }
}
