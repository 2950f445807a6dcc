package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.lab.judge.AgainStore;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.judge.JudgedStore;
import io.tidemark.benchmarks.lab.score.PromisedGain;
import io.tidemark.benchmarks.lab.setup.Catalogue;
import io.tidemark.benchmarks.lab.setup.Catalogue.Half;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.benchmarks.lab.truth.Truth;
import io.tidemark.benchmarks.lab.truth.TruthStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The stored truths and the newest stored verdict of each set-up, as cases. */
final class LabCases {
  static final String ALL = "all";

  private final Catalogue catalogue;
  private final TruthStore truths;
  private final List<Judged> verdicts = new ArrayList<>();
  private final List<Case> cases = new ArrayList<>();

  LabCases(Catalogue catalogue, TruthStore truths, JudgedStore store, AgainStore again) {
    this.catalogue = catalogue;
    this.truths = truths;
    // A set-up that was changed since has neither a truth nor a verdict.
    store.newest().stream().filter(judged -> setup(judged).isPresent()).forEach(verdicts::add);
    for (Judged judged : verdicts) {
      if (judged.isJudged() && judged.repetition() == 0) {
        setup(judged)
            .flatMap(truths::read)
            .filter(Truth::counts)
            .ifPresent(
                truth ->
                    cases.add(Case.of(truth, judged, again.of(judged), half(judged.family()))));
      }
    }
  }

  private Optional<Setup> setup(Judged judged) {
    return catalogue.inTurn().stream()
        .filter(setup -> setup.name().equals(judged.setup()) && setup.hash().equals(judged.hash()))
        .findFirst();
  }

  Half half(String family) {
    return catalogue.families().stream()
        .filter(each -> each.name().equals(family))
        .map(catalogue::half)
        .findFirst()
        .orElseThrow();
  }

  Catalogue catalogue() {
    return catalogue;
  }

  TruthStore truths() {
    return truths;
  }

  /**
   * Returns all verdicts, including those that failed, repetitions, and those whose set-up has no
   * truth that counts.
   */
  List<Judged> verdicts() {
    return verdicts;
  }

  /** Returns the verdicts with a truth that counts. */
  List<Case> all() {
    return cases;
  }

  /** Returns the modes search and watch, and any other mode with a case. */
  List<Judged.Mode> modes() {
    return Stream.of(Judged.Mode.values())
        .filter(mode -> !mode.isOfPages() || cases.stream().anyMatch(each -> each.mode() == mode))
        .toList();
  }

  List<Case> select(Judged.Mode mode, Half half) {
    return cases.stream().filter(each -> each.mode() == mode && each.half() == half).toList();
  }

  Map<String, List<Case>> by(Function<Case, Stream<String>> keys) {
    var byKey = new TreeMap<String, List<Case>>();
    cases.forEach(
        each ->
            keys.apply(each)
                .forEach(key -> byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(each)));
    return byKey;
  }

  /** The predicted and the measured gain of twice the named resource. */
  record Kept(String family, PromisedGain gain) {}

  /** Returns these gains by the cause that was named, and all of them under {@link #ALL}. */
  Map<String, List<Kept>> kept() {
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

  /** Adds a row for each mode and half with any case. */
  void eachHalf(Consumer<String> say, BiConsumer<List<Case>, StringBuilder> cells) {
    for (Judged.Mode mode : Judged.Mode.values()) {
      for (Half half : Half.values()) {
        List<Case> some = select(mode, half);
        if (!some.isEmpty()) {
          var row =
              new StringBuilder("| %s | %s |".formatted(Shares.lower(mode), Shares.lower(half)));
          cells.accept(some, row);
          say.accept(row.toString());
        }
      }
    }
  }
}
