package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.lab.Case.Outcome;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.score.Agreement;
import io.tidemark.benchmarks.lab.score.Forecast;
import io.tidemark.benchmarks.lab.setup.Catalogue.Half;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.benchmarks.lab.truth.Truth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes benchmarks/results/lab/set-ups.md, which shows developers of the rules each set-up, and
 * how everything was scored. Of held-out families it has only sums, because a family is no longer
 * held out once somebody has read its rows.
 */
final class SetUpsPage {
  private final LabCases cases;
  private final Ledger ledger;
  private final Scores scores;
  private final PageText page = new PageText();

  private SetUpsPage(LabCases cases, Ledger ledger) {
    this.cases = cases;
    this.ledger = ledger;
    this.scores = new Scores(cases);
  }

  static String of(LabCases cases, Ledger ledger) {
    var page = new SetUpsPage(cases, ledger);
    page.write();
    return page.page.toString();
  }

  private void write() {
    page.say("# Each set-up of the lab");
    page.say("");
    page.say(PageText.WRITTEN);
    page.say(
        "What [accuracy](../../../docs/accuracy.md) sums up. How it works: [benchmarks](../../README.md#the-lab).");
    page.say(judgedBy());
    page.command("benchmarks/run lab --truth");
    page.command("benchmarks/run lab --judge");
    page.command("benchmarks/run lab --again");
    if (!cases.all().isEmpty()) {
      byLimit();
      promises();
      probabilities();
    }
    repeated();
    rows();
    heldOut();
    notThere();
  }

  /**
   * Returns the commits that judged. Only the newest verdict of each set-up counts, because to
   * judge all of them takes many hours.
   */
  private String judgedBy() {
    var commits = new TreeMap<String, Integer>();
    cases.verdicts().stream()
        .filter(judged -> cases.all().stream().anyMatch(each -> each.isOf(judged)))
        .forEach(
            judged ->
                commits.merge(
                    "`%s` (%s)".formatted(judged.commit().folder(), judged.commit().date()),
                    1,
                    Integer::sum));
    return commits.isEmpty()
        ? "None of these is judged yet."
        : "Of each the newest verdict counts, also that of earlier rules: %s."
            .formatted(counted(commits));
  }

  /**
   * Returns the commits whose model gave probabilities. A later model uses the same windows,
   * because new measurements take many hours.
   */
  private String givenBy() {
    var commits = new TreeMap<String, Integer>();
    cases
        .all()
        .forEach(
            each ->
                commits.merge(
                    "`%s` (%s)".formatted(each.model().folder(), each.model().date()),
                    1,
                    Integer::sum));
    return "The model is that of %s.".formatted(counted(commits));
  }

  private static String counted(Map<String, Integer> commits) {
    return String.join(
        ", ",
        commits.entrySet().stream()
            .map(each -> "%d by %s".formatted(each.getValue(), each.getKey()))
            .toList());
  }

  private void byLimit() {
    page.heading("By what limits it");
    page.say(
        "A set-up with several limits counts for each. Both halves; *r* right, *w* wrong, *n* no cause named.");
    page.say("");
    List<Judged.Mode> modes = cases.modes();
    page.say("| limit |" + AccuracyPage.columns(modes, " %s: r | w | n | share right |"));
    page.say("|---|" + "---:|---:|---:|---|".repeat(modes.size()));
    cases
        .by(each -> each.limits().stream())
        .forEach(
            (limit, some) -> {
              var row = new StringBuilder("| " + limit + " |");
              for (Judged.Mode mode : modes) {
                List<Case> of = Shares.of(mode, some);
                for (Outcome outcome : Outcome.values()) {
                  row.append(" %d |".formatted(Shares.count(of, outcome)));
                }
                row.append(of.isEmpty() ? " – |" : " " + Shares.percent(Shares.right(of)) + " |");
              }
              page.say(row.toString());
            });
  }

  private void promises() {
    page.heading("Predicted and real gains");
    page.say(
        "What a search predicted of twice the named resource, divided by what that gave: more than 1 is too optimistic. The"
            + " spread is the standard deviation of its logarithm, as a factor.");
    page.say("");
    page.say("| cause | predictions | predicted ÷ real | spread |");
    page.say("|---|---:|---|---|");
    cases
        .kept()
        .forEach(
            (cause, kept) ->
                page.say(
                    "| %s | %d | %s | %s |"
                        .formatted(cause, kept.size(), Shares.bias(kept), Shares.spread(kept))));
  }

  private void probabilities() {
    page.heading("As probabilities");
    page.say(
        "Each cause of each set-up is an event. Rules and USE only say a name: they get the frequency with which each cause"
            + " was right in the training half after the same answer (Laplace's rule of succession). Where the model says"
            + " nothing it gets the base rates. A verdict's name may have been withheld because of the model. Less is"
            + " better. "
            + givenBy());
    page.say("");
    page.say(
        "| by | half | events | model: Brier | log | rules: Brier | log | USE: Brier | log | base rates: Brier | log |");
    page.say("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    cases.eachHalf(
        page::say,
        (some, row) -> {
          row.append(" %d |".formatted(some.size() * Scores.events().size()));
          List.of(
                  scores.ofModel(some),
                  scores.byFrequency(some, each -> each.said() + " " + each.confidence()),
                  some.get(0).mode().isOfPages()
                      ? List.<Forecast>of()
                      : scores.byFrequency(some, Case::use),
                  scores.baseRates(some))
              .forEach(
                  forecasts ->
                      row.append(
                          forecasts.isEmpty()
                              ? " – | – |"
                              : String.format(
                                  Locale.ROOT,
                                  " %.4f | %.4f |",
                                  Forecast.brier(forecasts),
                                  Forecast.logScore(forecasts))));
        });
  }

  private void repeated() {
    var said = new TreeMap<String, List<String>>();
    for (Judged judged : cases.verdicts()) {
      if (judged.isJudged() && cases.catalogue().repeatedNames().contains(judged.setup())) {
        said.computeIfAbsent(
                "%s | %s".formatted(judged.setup(), Shares.lower(judged.mode())),
                key -> new ArrayList<>())
            .add(judged.cause());
      }
    }
    said.values().removeIf(names -> names.size() < 2);
    if (said.isEmpty()) {
      return;
    }
    page.heading("Twice the same");
    page.say(
        "The same set-up, judged again and again: of all pairs those that named the same cause.");
    page.say("");
    page.say("| set-up | by | times | pairs that agree | named |");
    page.say("|---|---|---:|---:|---|");
    said.forEach(
        (name, names) ->
            page.say(
                String.format(
                    Locale.ROOT,
                    "| %s | %d | %.0f %% | %s |",
                    name,
                    names.size(),
                    100 * Agreement.ofPairs(names),
                    String.join(", ", counted(names)))));
    page.command("benchmarks/run lab --judge --repeat 10");
  }

  private static List<String> counted(List<String> names) {
    var counts = new TreeMap<String, Integer>();
    names.forEach(name -> counts.merge(name, 1, Integer::sum));
    return counts.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList();
  }

  private void rows() {
    page.heading("The training half, one by one");
    page.say(
        "*Gains* are times the throughput of twice of it, those that are right in bold. Each row is measured again by");
    page.command("benchmarks/run lab --truth --only NAME");
    page.say("");
    List<Judged.Mode> modes = cases.modes();
    page.say("| set-up | from | samples/s | gains |" + AccuracyPage.columns(modes, " %s |"));
    page.say("|---|---|---:|---|" + "---|".repeat(modes.size()));
    for (Setup setup : cases.catalogue().inTurn()) {
      Optional<Truth> truth = cases.truths().read(setup).filter(Truth::isMeasured);
      if (truth.isPresent() && cases.half(setup.family()) == Half.TRAINING) {
        page.say(
            String.format(
                Locale.ROOT,
                "| `%s` | %s | %,.0f%s | %s |%s",
                setup.name(),
                setup.from(),
                truth.get().base(),
                truth.get().counts() ? "" : ", does not count: " + truth.get().label().why(),
                gains(truth.get()),
                modes.stream()
                    .map(mode -> " %s |".formatted(said(setup, mode)))
                    .collect(Collectors.joining())));
      }
    }
  }

  private static String gains(Truth truth) {
    var right = new HashSet<>(truth.label().right());
    return String.join(
        ", ",
        truth.gains().stream()
            .map(
                gain -> {
                  String text =
                      String.format(
                          Locale.ROOT,
                          "%s %s%.2f",
                          gain.knob(),
                          gain.lowerBound() ? "≥ " : "",
                          gain.times());
                  return right.contains(gain.knob()) ? "**" + text + "**" : text;
                })
            .toList());
  }

  private String said(Setup setup, Judged.Mode mode) {
    return cases.all().stream()
        .filter(each -> each.setup().equals(setup.name()) && each.mode() == mode)
        .map(
            each ->
                "%s%s: %s"
                    .formatted(
                        each.said(),
                        each.confidence().isEmpty()
                            ? ""
                            : ", " + each.confidence().toLowerCase(Locale.ROOT),
                        Shares.lower(each.outcome())))
        .findFirst()
        .orElse("–");
  }

  private void heldOut() {
    page.heading("Looks at what is held out");
    List<Ledger.Line> lines = ledger.lines();
    if (lines.isEmpty()) {
      page.say("None yet.");
    } else {
      page.say("| commit | of | judged on | by | told | decided | right |");
      page.say("|---|---|---|---|---:|---:|---:|");
      lines.forEach(
          line ->
              page.say(
                  "| `%s` | %s | %s | %s | %d | %d | %d |"
                      .formatted(
                          line.commit(),
                          line.date(),
                          line.judgedOn(),
                          Shares.lower(line.by()),
                          line.judged(),
                          line.decided(),
                          line.right())));
    }
    page.command("benchmarks/run lab --judge --held-out");
    page.command("benchmarks/run lab --again --held-out");
    page.say("");
    page.say("Families in which somebody looked, and which are training since:");
    List<String> looked =
        cases.catalogue().families().stream()
            .filter(family -> !family.lookedInto().isEmpty())
            .map(family -> "`%s`: %s".formatted(family.name(), family.lookedInto()))
            .toList();
    page.say(looked.isEmpty() ? "none." : String.join("; ", looked) + ".");
  }

  private void notThere() {
    List<String> lines = new ArrayList<>();
    for (Setup setup : cases.catalogue().inTurn()) {
      cases
          .truths()
          .read(setup)
          .filter(truth -> !truth.isMeasured())
          .ifPresent(
              truth ->
                  lines.add(
                      "- `%s`, %s: %s"
                          .formatted(setup.name(), Shares.lower(truth.status()), truth.reason())));
    }
    for (Judged judged : cases.verdicts()) {
      if (!judged.isJudged()) {
        lines.add(
            "- `%s`, %s %s: %s"
                .formatted(
                    judged.setup(),
                    Shares.lower(judged.mode()),
                    Shares.lower(judged.status()),
                    judged.reason()));
      }
    }
    if (!lines.isEmpty()) {
      page.heading("Not measured, or not judged");
      lines.forEach(page::say);
    }
  }
}
