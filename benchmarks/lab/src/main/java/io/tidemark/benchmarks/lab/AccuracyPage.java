package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.lab.Case.Outcome;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.judge.JudgedStore;
import io.tidemark.benchmarks.lab.score.Agreement;
import io.tidemark.benchmarks.lab.score.FamilyBootstrap;
import io.tidemark.benchmarks.lab.score.Forecast;
import io.tidemark.benchmarks.lab.score.Interval;
import io.tidemark.benchmarks.lab.score.PromisedGain;
import io.tidemark.benchmarks.lab.score.SmoothedFrequencies;
import io.tidemark.benchmarks.lab.setup.Catalogue;
import io.tidemark.benchmarks.lab.setup.Catalogue.Half;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.benchmarks.lab.truth.Truth;
import io.tidemark.benchmarks.lab.truth.TruthStore;
import io.tidemark.ceiling.Cause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What stored truths and stored verdicts say, and nothing else: docs/accuracy.md for users, and a
 * page of each set-up for whoever changes the rules. Of what is held out they have sums alone: a
 * row that somebody reads is held out no more.
 */
final class AccuracyPage {
  private static final int WIDTH = 118;
  private static final double LIKELY = 0.6;
  private static final double SURE = 0.85;
  private static final String ALL = "all";
  private static final String NONE = "–";

  private static final String WRITTEN =
      "<!-- Written by benchmarks/run lab --page: measure, do not edit. -->";

  private final Catalogue catalogue;
  private final TruthStore truths;
  private final Ledger ledger;
  private final List<Judged> verdicts = new ArrayList<>();
  private final List<Case> cases = new ArrayList<>();
  private final StringBuilder page = new StringBuilder();

  AccuracyPage(Catalogue catalogue, TruthStore truths, JudgedStore store, Ledger ledger) {
    this.catalogue = catalogue;
    this.truths = truths;
    this.ledger = ledger;
    // A set-up that was changed since has neither truth nor verdict.
    store.newest().stream().filter(judged -> setup(judged).isPresent()).forEach(verdicts::add);
    for (Judged judged : verdicts) {
      if (judged.isJudged() && judged.repetition() == 0) {
        setup(judged)
            .flatMap(truths::read)
            .filter(Truth::counts)
            .ifPresent(truth -> cases.add(Case.of(truth, judged, half(judged.family()))));
      }
    }
  }

  private Optional<Setup> setup(Judged judged) {
    return catalogue.inTurn().stream()
        .filter(setup -> setup.name().equals(judged.setup()) && setup.hash().equals(judged.hash()))
        .findFirst();
  }

  private Half half(String family) {
    return catalogue.families().stream()
        .filter(each -> each.name().equals(family))
        .map(catalogue::half)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Writes both pages.
   *
   * @param forUsers the file of {@link #text}
   * @param setUps the file of {@link #setUps}
   */
  void write(Path forUsers, Path setUps) {
    write(forUsers, text());
    write(setUps, setUps());
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For users: how far a verdict can be trusted. */
  String text() {
    page.setLength(0);
    head();
    if (cases.isEmpty()) {
      say("");
      say("No verdict has a truth yet that counts.");
    } else {
      rightOrWrong();
      byCause();
      promised();
      likely();
    }
    return page.toString();
  }

  /** For whoever changes the rules: each set-up, and how all this was scored. */
  String setUps() {
    page.setLength(0);
    say("# Each set-up of the lab");
    say("");
    say(WRITTEN);
    say(
        "What [accuracy](../../../docs/accuracy.md) sums up. How it works: [benchmarks](../../README.md#the-lab).");
    say(judgedBy());
    command("benchmarks/run lab --truth");
    command("benchmarks/run lab --judge");
    if (!cases.isEmpty()) {
      byLimit();
      promises();
      probabilities();
    }
    repeated();
    rows();
    heldOut();
    notThere();
    return page.toString();
  }

  private void head() {
    say("# How often a verdict is right");
    say("");
    say(WRITTEN);
    say(
        "Real databases were set up so that something limits them, and each resource was doubled in turn to find what. A"
            + " cause is right if doubling its resource gives at least 1.2 times the throughput, and within 10 % of the largest"
            + " gain; several causes may be right, or none. Throughput is samples a second that are acknowledged and stored."
            + " [How the lab works](../benchmarks/README.md#the-lab), [each set-up](../benchmarks/results/lab/set-ups.md).");
    List<Setup> all = catalogue.inTurn();
    List<Truth> known = all.stream().flatMap(setup -> truths.read(setup).stream()).toList();
    long measured = known.stream().filter(Truth::isMeasured).count();
    say("");
    say(
        "%d of %d set-ups (%d of %d families) are measured so far, on a host of %d cores and %d GB (Linux %s, control groups %s); it is certain what limits %d of them, and %d are judged."
            .formatted(
                measured,
                all.size(),
                all.stream()
                    .filter(setup -> truths.read(setup).filter(Truth::isMeasured).isPresent())
                    .map(Setup::family)
                    .distinct()
                    .count(),
                catalogue.families().size(),
                truths.host().cores(),
                truths.host().memoryGb(),
                truths.host().kernel(),
                truths.host().controlGroups(),
                known.stream().filter(Truth::counts).count(),
                cases.stream().map(Case::setup).distinct().count()));
    say(
        "The rules were written with the *training* half in sight; nobody has looked at the *held out* half. Each set-up"
            + " counts with its newest verdict, which may come from earlier rules.");
  }

  /** Of each set-up the newest verdict counts, as to judge all of them takes many hours. */
  private String judgedBy() {
    var commits = new TreeMap<String, Integer>();
    verdicts.stream()
        .filter(judged -> cases.stream().anyMatch(each -> each.isOf(judged)))
        .forEach(
            judged ->
                commits.merge(
                    "`%s` (%s)".formatted(judged.commit().folder(), judged.commit().date()),
                    1,
                    Integer::sum));
    return commits.isEmpty()
        ? "None of these is judged yet."
        : "Of each the newest verdict counts, also that of earlier rules: "
            + String.join(
                ", ",
                commits.entrySet().stream()
                    .map(each -> "%d by %s".formatted(each.getValue(), each.getKey()))
                    .toList())
            + ".";
  }

  private void rightOrWrong() {
    heading("Right, wrong, inconclusive");
    say(
        "Shares of the set-ups, with 95 % intervals (bootstrap over families, and at least Wilson's). *USE* is a plain rule for comparison: it names"
            + " the resource with the highest utilisation above 0.8, else saturation, else errors.");
    say("");
    say(
        "| by | half | set-ups | right | wrong | inconclusive | right of those named | USE: right | USE: wrong |");
    say("|---|---|---:|---|---|---|---|---|---|");
    eachHalf(
        (some, row) ->
            row.append(
                " %d | %s | %s | %s | %s | %s | %s |"
                    .formatted(
                        some.size(),
                        share(some, any -> true, each -> each.outcome() == Outcome.RIGHT),
                        share(some, any -> true, each -> each.outcome() == Outcome.WRONG),
                        share(some, any -> true, each -> each.outcome() == Outcome.NO_VERDICT),
                        share(
                            some,
                            each -> each.outcome() != Outcome.NO_VERDICT,
                            each -> each.outcome() == Outcome.RIGHT),
                        share(some, any -> true, each -> each.useOutcome() == Outcome.RIGHT),
                        share(some, any -> true, each -> each.useOutcome() == Outcome.WRONG))));
  }

  private List<Case> select(Judged.Mode mode, Half half) {
    return cases.stream().filter(each -> each.mode() == mode && each.half() == half).toList();
  }

  private static String share(List<Case> cases, Predicate<Case> among, Predicate<Case> which) {
    if (cases.stream().noneMatch(among)) {
      return "–";
    }
    Interval resampled =
        FamilyBootstrap.of(
            cases,
            Case::family,
            some ->
                (double) some.stream().filter(among).filter(which).count()
                    / some.stream().filter(among).count());
    // Where all cases agree every resample does, which shows nothing about the next case.
    return percent(
        resampled.covering(
            Interval.ofShare(
                cases.stream().filter(among).filter(which).count(),
                cases.stream().filter(among).count())));
  }

  private void byLimit() {
    heading("By what limits it");
    say(
        "A set-up with several limits counts for each. Both halves; *r* right, *w* wrong, *n* no cause named.");
    say("");
    say("| limit | search: r | w | n | share right | watch: r | w | n | share right |");
    say("|---|---:|---:|---:|---|---:|---:|---:|---|");
    casesBy(each -> each.limits().stream())
        .forEach(
            (limit, some) -> {
              var row = new StringBuilder("| " + limit + " |");
              for (Judged.Mode mode : Judged.Mode.values()) {
                List<Case> of = of(mode, some);
                for (Outcome outcome : Outcome.values()) {
                  row.append(" %d |".formatted(count(of, outcome)));
                }
                row.append(of.isEmpty() ? " – |" : " " + percent(right(of)) + " |");
              }
              say(row.toString());
            });
  }

  private void byCause() {
    heading("By the cause that was named");
    say(
        "How many of the verdicts that named this cause were right, in both halves, and the 95 % interval of their share.");
    say("");
    say("| cause | search | watch |");
    say("|---|---|---|");
    casesBy(each -> Stream.of(each.said()))
        .forEach(
            (cause, some) -> {
              var row = new StringBuilder("| " + cause + " |");
              for (Judged.Mode mode : Judged.Mode.values()) {
                List<Case> of = of(mode, some);
                row.append(of.isEmpty() ? " – |" : " " + rightOf(of) + " |");
              }
              say(row.toString());
            });
  }

  private Map<String, List<Case>> casesBy(Function<Case, Stream<String>> keys) {
    var byKey = new TreeMap<String, List<Case>>();
    cases.forEach(
        each ->
            keys.apply(each)
                .forEach(key -> byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(each)));
    return byKey;
  }

  private static List<Case> of(Judged.Mode mode, List<Case> some) {
    return some.stream().filter(each -> each.mode() == mode).toList();
  }

  private static Interval right(List<Case> of) {
    return Interval.ofShare(count(of, Outcome.RIGHT), of.size());
  }

  private static String rightOf(List<Case> of) {
    return String.format(
        Locale.ROOT,
        "%d of %d (%.0f–%.0f %%)",
        count(of, Outcome.RIGHT),
        of.size(),
        100 * right(of).low(),
        100 * right(of).high());
  }

  private static long count(List<Case> cases, Outcome outcome) {
    return cases.stream().filter(each -> each.outcome() == outcome).count();
  }

  private record Kept(String family, PromisedGain gain) {}

  /** One line: of each cause alone there are few. */
  private void promised() {
    List<Kept> all = kept().getOrDefault(ALL, List.of());
    if (!all.isEmpty()) {
      heading("Predicted and real gains");
      say(
          "%d searches predicted what twice the named resource gives. The prediction divided by what it gave is %s in the mean%s. More than × 1 is too optimistic."
              .formatted(
                  all.size(),
                  bias(all),
                  spread(all).equals(NONE)
                      ? ""
                      : ", and two of three are within %s of that".formatted(spread(all))));
    }
  }

  private void promises() {
    heading("Predicted and real gains");
    say(
        "What a search predicted of twice the named resource, divided by what that gave: more than 1 is too optimistic. The"
            + " spread is the standard deviation of its logarithm, as a factor.");
    say("");
    say("| cause | predictions | predicted ÷ real | spread |");
    say("|---|---:|---|---|");
    kept()
        .forEach(
            (cause, kept) ->
                say(
                    "| %s | %d | %s | %s |"
                        .formatted(cause, kept.size(), bias(kept), spread(kept))));
  }

  /** By the cause that was named, and of all. */
  private Map<String, List<Kept>> kept() {
    var byCause = new TreeMap<String, List<Kept>>();
    for (Case each : cases) {
      if (each.promised() != null && each.realised() != null && each.promised() > 0) {
        var kept = new Kept(each.family(), new PromisedGain(each.promised(), each.realised()));
        byCause.computeIfAbsent(each.said(), key -> new ArrayList<>()).add(kept);
        byCause.computeIfAbsent(ALL, key -> new ArrayList<>()).add(kept);
      }
    }
    return byCause;
  }

  private static String bias(List<Kept> kept) {
    Interval bias =
        FamilyBootstrap.of(
            kept, Kept::family, some -> PromisedGain.bias(some.stream().map(Kept::gain).toList()));
    return String.format(
        Locale.ROOT,
        "× %.2f (%.2f to %.2f)",
        Math.exp(bias.value()),
        Math.exp(bias.low()),
        Math.exp(bias.high()));
  }

  private static String spread(List<Kept> kept) {
    double spread = PromisedGain.spread(kept.stream().map(Kept::gain).toList());
    return Double.isNaN(spread) ? NONE : String.format(Locale.ROOT, "× %.2f", Math.exp(spread));
  }

  private void probabilities() {
    heading("As probabilities");
    say(
        "Each cause of each set-up is an event. Rules and USE only say a name: they get the frequency with which each cause"
            + " was right in the training half after the same answer (Laplace's rule of succession). Where the model says"
            + " nothing it gets the base rates. A verdict's name may have been withheld because of the model. Less is"
            + " better.");
    say("");
    say(
        "| by | half | events | model: Brier | log | rules: Brier | log | USE: Brier | log | base rates: Brier | log |");
    say("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    eachHalf(
        (some, row) -> {
          row.append(" %d |".formatted(some.size() * events().size()));
          List.of(
                  ofModel(some),
                  forecasts(some, each -> each.said() + " " + each.confidence()),
                  forecasts(some, Case::use),
                  forecasts(some, each -> "anything"))
              .forEach(
                  forecasts ->
                      row.append(
                          String.format(
                              Locale.ROOT,
                              " %.4f | %.4f |",
                              Forecast.brier(forecasts),
                              Forecast.logScore(forecasts))));
        });
  }

  private void likely() {
    heading("The line probable");
    say(
        "In how many set-ups the [model](model.md) gives a cause at least 0.6 or 0.85, and how often that cause is right.");
    say("");
    say("| by | half | set-ups | at least 0.6 | of these right | at least 0.85 | of these right |");
    say("|---|---|---:|---:|---|---:|---|");
    eachHalf(
        (some, row) -> {
          row.append(" %d |".formatted(some.size()));
          for (double least : List.of(LIKELY, SURE)) {
            List<Case> given = some.stream().filter(each -> each.likeliest() >= least).toList();
            row.append(
                " %d | %s |"
                    .formatted(given.size(), share(given, any -> true, Case::modelIsRight)));
          }
        });
  }

  /** A row for search and watch, training and held out, each of those that have any case. */
  private void eachHalf(BiConsumer<List<Case>, StringBuilder> cells) {
    for (Judged.Mode mode : Judged.Mode.values()) {
      for (Half half : Half.values()) {
        List<Case> some = select(mode, half);
        if (!some.isEmpty()) {
          var row = new StringBuilder("| %s | %s |".formatted(lower(mode), lower(half)));
          cells.accept(some, row);
          say(row.toString());
        }
      }
    }
  }

  private static List<String> events() {
    return Stream.of(Cause.values())
        .filter(cause -> cause != Cause.INCONCLUSIVE)
        .map(Cause::name)
        .toList();
  }

  private List<Forecast> ofModel(List<Case> some) {
    List<Forecast> baseRates = forecasts(some, each -> "anything");
    var forecasts = new ArrayList<Forecast>();
    for (Case each : some) {
      for (String event : events()) {
        Forecast baseRate = baseRates.get(forecasts.size());
        forecasts.add(
            each.probabilities().isEmpty()
                ? baseRate
                : new Forecast(
                    each.probabilities().getOrDefault(event, 0.0), each.causes().contains(event)));
      }
    }
    return forecasts;
  }

  /** By what came true in the training half, without the family that is judged. */
  private List<Forecast> forecasts(List<Case> some, Function<Case, String> said) {
    var forecasts = new ArrayList<Forecast>();
    for (Case each : some) {
      var frequencies = new SmoothedFrequencies();
      select(each.mode(), Half.TRAINING).stream()
          .filter(trained -> !trained.family().equals(each.family()))
          .forEach(trained -> frequencies.train(said.apply(trained), trained.causes()));
      for (String event : events()) {
        forecasts.add(
            new Forecast(
                frequencies.probability(said.apply(each), event), each.causes().contains(event)));
      }
    }
    return forecasts;
  }

  private void repeated() {
    var said = new TreeMap<String, List<String>>();
    for (Judged judged : verdicts) {
      if (judged.isJudged() && catalogue.repeatedNames().contains(judged.setup())) {
        said.computeIfAbsent(
                "%s | %s".formatted(judged.setup(), lower(judged.mode())), key -> new ArrayList<>())
            .add(judged.cause());
      }
    }
    said.values().removeIf(names -> names.size() < 2);
    if (said.isEmpty()) {
      return;
    }
    heading("Twice the same");
    say("The same set-up, judged again and again: of all pairs those that named the same cause.");
    say("");
    say("| set-up | by | times | pairs that agree | named |");
    say("|---|---|---:|---:|---|");
    said.forEach(
        (name, names) ->
            say(
                String.format(
                    Locale.ROOT,
                    "| %s | %d | %.0f %% | %s |",
                    name,
                    names.size(),
                    100 * Agreement.ofPairs(names),
                    String.join(", ", counted(names)))));
    command("benchmarks/run lab --judge --repeat 10");
  }

  private static List<String> counted(List<String> names) {
    var counts = new TreeMap<String, Integer>();
    names.forEach(name -> counts.merge(name, 1, Integer::sum));
    return counts.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList();
  }

  private void rows() {
    heading("The training half, one by one");
    say(
        "*Gains* are times the throughput of twice of it, those that are right in bold. Each row is measured again by");
    command("benchmarks/run lab --truth --only NAME");
    say("");
    say("| set-up | from | samples/s | gains | search | watch |");
    say("|---|---|---:|---|---|---|");
    for (Setup setup : catalogue.inTurn()) {
      Optional<Truth> truth = truths.read(setup).filter(Truth::isMeasured);
      if (truth.isPresent() && half(setup.family()) == Half.TRAINING) {
        say(
            String.format(
                Locale.ROOT,
                "| `%s` | %s | %,.0f%s | %s | %s | %s |",
                setup.name(),
                setup.from(),
                truth.get().base(),
                truth.get().counts() ? "" : ", does not count: " + truth.get().label().why(),
                gains(truth.get()),
                said(setup, Judged.Mode.SEARCH),
                said(setup, Judged.Mode.WATCH)));
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
    return cases.stream()
        .filter(each -> each.setup().equals(setup.name()) && each.mode() == mode)
        .map(
            each ->
                "%s, %s: %s"
                    .formatted(
                        each.said(),
                        each.confidence().toLowerCase(Locale.ROOT),
                        lower(each.outcome())))
        .findFirst()
        .orElse("–");
  }

  private void heldOut() {
    heading("Looks at what is held out");
    List<Ledger.Line> lines = ledger.lines();
    if (lines.isEmpty()) {
      say("None yet.");
    } else {
      say("| commit | of | judged on | verdicts | decided | right |");
      say("|---|---|---|---:|---:|---:|");
      lines.forEach(
          line ->
              say(
                  "| `%s` | %s | %s | %d | %d | %d |"
                      .formatted(
                          line.commit(),
                          line.date(),
                          line.judgedOn(),
                          line.judged(),
                          line.decided(),
                          line.right())));
    }
    command("benchmarks/run lab --judge --held-out");
    say("");
    say("Families in which somebody looked, and which are training since:");
    List<String> looked =
        catalogue.families().stream()
            .filter(family -> !family.lookedInto().isEmpty())
            .map(family -> "`%s`: %s".formatted(family.name(), family.lookedInto()))
            .toList();
    say(looked.isEmpty() ? "none." : String.join("; ", looked) + ".");
  }

  private void notThere() {
    List<String> lines = new ArrayList<>();
    for (Setup setup : catalogue.inTurn()) {
      truths
          .read(setup)
          .filter(truth -> !truth.isMeasured())
          .ifPresent(
              truth ->
                  lines.add(
                      "- `%s`, %s: %s"
                          .formatted(setup.name(), lower(truth.status()), truth.reason())));
    }
    for (Judged judged : verdicts) {
      if (!judged.isJudged()) {
        lines.add(
            "- `%s`, %s %s: %s"
                .formatted(
                    judged.setup(), lower(judged.mode()), lower(judged.status()), judged.reason()));
      }
    }
    if (!lines.isEmpty()) {
      heading("Not measured, or not judged");
      lines.forEach(this::say);
    }
  }

  private static String percent(Interval share) {
    return String.format(
        Locale.ROOT,
        "%.0f %% (%.0f–%.0f)",
        100 * share.value(),
        100 * share.low(),
        100 * share.high());
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private void heading(String text) {
    say("");
    say("## " + text);
  }

  private void command(String text) {
    say("");
    say("`" + text + "`");
  }

  /** A paragraph is broken where a screen ends; a row of a table is one line. */
  private void say(String text) {
    if (text.startsWith("|") || text.length() <= WIDTH) {
      page.append(text).append('\n');
      return;
    }
    int length = 0;
    for (String word : text.split(" ")) {
      if (length > 0 && length + 1 + word.length() > WIDTH) {
        page.append('\n');
        length = 0;
      }
      page.append(length == 0 ? "" : " ").append(word);
      length += (length == 0 ? 0 : 1) + word.length();
    }
    page.append('\n');
  }
}
