package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.lab.Case.Outcome;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.benchmarks.lab.truth.Truth;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes docs/accuracy.md, which tells users how far they can trust a verdict. It only uses stored
 * truths and stored verdicts.
 */
final class AccuracyPage {
  private final LabCases cases;
  private final PageText page = new PageText();

  private AccuracyPage(LabCases cases) {
    this.cases = cases;
  }

  static String of(LabCases cases) {
    var page = new AccuracyPage(cases);
    page.write();
    return page.page.toString();
  }

  private void write() {
    head();
    if (cases.all().isEmpty()) {
      page.say("");
      page.say("No verdict has a truth yet that counts.");
    } else {
      rightOrWrong();
      byCause();
      promised();
      likely();
    }
  }

  private void head() {
    page.say("# How often a verdict is right");
    page.say("");
    page.say(PageText.WRITTEN);
    page.say(
        "Real databases were set up so that something limits them, and each resource was doubled in turn to find what. A"
            + " cause is right if doubling its resource gives at least 1.2 times the throughput, and within 10 % of the largest"
            + " gain; several causes may be right, or none. Throughput is samples a second that are acknowledged and stored."
            + " [How the lab works](../benchmarks/README.md#the-lab), [each set-up](../benchmarks/results/lab/set-ups.md).");
    List<Setup> all = cases.catalogue().inTurn();
    List<Truth> known = all.stream().flatMap(setup -> cases.truths().read(setup).stream()).toList();
    long measured = known.stream().filter(Truth::isMeasured).count();
    page.say("");
    page.say(
        "%d of %d set-ups (%d of %d kinds) are measured so far, on a host of %d cores and %d GB (Linux %s, control groups %s); the limit of %d is certain, and %d of these are judged."
            .formatted(
                measured,
                all.size(),
                all.stream()
                    .filter(
                        setup -> cases.truths().read(setup).filter(Truth::isMeasured).isPresent())
                    .map(Setup::family)
                    .distinct()
                    .count(),
                cases.catalogue().families().size(),
                cases.truths().host().cores(),
                cases.truths().host().memoryGb(),
                cases.truths().host().kernel(),
                cases.truths().host().controlGroups(),
                known.stream().filter(Truth::counts).count(),
                cases.all().stream().map(Case::setup).distinct().count()));
    page.say(
        "The rules were tuned on the *training* half. Held-out families that somebody looked at moved to it. Each set-up"
            + " counts with its newest verdict, which may come from earlier rules.");
  }

  private void rightOrWrong() {
    page.heading("Right, wrong, inconclusive");
    page.say(
        "Shares of set-ups, with 95 % intervals (bootstrapped by family, no narrower than Wilson's). *USE* is a plain rule for comparison: it names"
            + " the resource with the highest utilisation above 0.8, else saturation, else errors.");
    page.say("");
    page.say(
        "| by | half | set-ups | right | wrong | inconclusive | right of those named | USE: right | USE: wrong |");
    page.say("|---|---|---:|---|---|---|---|---|---|");
    cases.eachHalf(
        page::say,
        (some, row) ->
            row.append(
                " %d | %s | %s | %s | %s | %s | %s |"
                    .formatted(
                        some.size(),
                        Shares.share(some, any -> true, each -> each.outcome() == Outcome.RIGHT),
                        Shares.share(some, any -> true, each -> each.outcome() == Outcome.WRONG),
                        Shares.share(
                            some, any -> true, each -> each.outcome() == Outcome.NO_VERDICT),
                        Shares.share(
                            some,
                            each -> each.outcome() != Outcome.NO_VERDICT,
                            each -> each.outcome() == Outcome.RIGHT),
                        use(some, Outcome.RIGHT),
                        use(some, Outcome.WRONG))));
    if (cases.modes().stream().anyMatch(Judged.Mode::isOfPages)) {
      page.say("");
      page.say(
          "`diagnose` reads ten minutes of pages that are 15 s apart, in the rows *5s* those that are 5 s apart.");
    }
  }

  /**
   * Returns the share of cases that the USE rule gets right or wrong; none for diagnoses, whose
   * pages have no window that the rule could read.
   */
  private static String use(List<Case> some, Outcome outcome) {
    return some.get(0).mode().isOfPages()
        ? Shares.NONE
        : Shares.share(some, any -> true, each -> each.useOutcome() == outcome);
  }

  private void byCause() {
    page.heading("By the cause that was named");
    page.say(
        "How many of the verdicts that named this cause were right, in both halves, and the 95 % interval of their share.");
    page.say("");
    List<Judged.Mode> modes = cases.modes();
    page.say("| cause |" + columns(modes, " %s |"));
    page.say("|---|" + "---|".repeat(modes.size()));
    cases
        .by(each -> Stream.of(each.said()))
        .forEach(
            (cause, some) -> {
              var row = new StringBuilder("| " + cause + " |");
              for (Judged.Mode mode : modes) {
                List<Case> of = Shares.of(mode, some);
                row.append(of.isEmpty() ? " – |" : " " + rightOf(of) + " |");
              }
              page.say(row.toString());
            });
  }

  static String columns(List<Judged.Mode> modes, String format) {
    return modes.stream()
        .map(mode -> format.formatted(Shares.lower(mode)))
        .collect(Collectors.joining());
  }

  private static String rightOf(List<Case> of) {
    return String.format(
        Locale.ROOT,
        "%d of %d (%.0f–%.0f %%)",
        Shares.count(of, Outcome.RIGHT),
        of.size(),
        100 * Shares.right(of).low(),
        100 * Shares.right(of).high());
  }

  /** Adds one line for all causes together, because there are only few gains for each. */
  private void promised() {
    List<LabCases.Kept> all = cases.kept().getOrDefault(LabCases.ALL, List.of());
    if (!all.isEmpty()) {
      page.heading("Predicted and real gains");
      page.say(
          "%d searches predicted what twice the named resource gives. Prediction over real gain averages %s%s. More than × 1 is too optimistic."
              .formatted(
                  all.size(),
                  Shares.bias(all),
                  Shares.spread(all).equals(Shares.NONE)
                      ? ""
                      : "; two thirds lie within %s of that".formatted(Shares.spread(all))));
    }
  }

  private void likely() {
    page.heading("The `probable` line");
    page.say(
        "In how many set-ups the [model](model.md) gives a cause at least 0.6 or 0.85, and how often that cause is right.");
    page.say("");
    page.say(
        "| by | half | set-ups | at least 0.6 | of these right | at least 0.85 | of these right |");
    page.say("|---|---|---:|---:|---|---:|---|");
    cases.eachHalf(
        page::say,
        (some, row) -> {
          row.append(" %d |".formatted(some.size()));
          for (double least : List.of(Scores.LIKELY, Scores.SURE)) {
            List<Case> given = Scores.given(some, least);
            row.append(
                " %d | %s |"
                    .formatted(given.size(), Shares.share(given, any -> true, Case::modelIsRight)));
          }
        });
  }
}
